/** The frame of the server's own HTML pages: their head and their styles, as a Twig template with blocks. */
export const pageFrame = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{% block title %}{% endblock %}</title>
<style>
:root { color-scheme: light dark; --ink: light-dark(#1c2430, #e8ecf1); --soft: light-dark(#5b6675, #9aa6b4);
  --ground: light-dark(#f5f6f8, #14181d); --card: light-dark(#fff, #1d232a); --line: light-dark(#dde1e7, #323b45);
  --accent: light-dark(#1f6feb, #6ea8fe); --warn: light-dark(#b45309, #f0b429); --full: light-dark(#b42318, #f97066) }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem }
h1 { font-size: 1.5rem; margin: 0 }
h2 { font-size: 1rem; margin: 0 0 .75rem }
.plan { color: var(--soft); margin: .25rem 0 2rem }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.25rem; margin-bottom: 1.25rem }
.figure { font-size: 2rem; font-weight: 650; font-variant-numeric: tabular-nums; line-height: 1.2 }
.figure small { font-size: 1rem; font-weight: 400; color: var(--soft) }
.soft { color: var(--soft); margin: .5rem 0 0 }
progress { width: 100%; height: .6rem; margin-top: .75rem; accent-color: var(--accent) }
progress.warn { accent-color: var(--warn) } progress.full { accent-color: var(--full) }
svg { width: 100%; height: auto; display: block; overflow: visible }
svg rect { fill: var(--accent) } svg line { stroke: var(--line) } svg text { fill: var(--soft); font-size: 11px }
code { background: var(--ground); border: 1px solid var(--line); border-radius: .3rem; padding: .1rem .35rem; overflow-wrap: anywhere }
a.button, button { display: inline-block; background: var(--accent); color: light-dark(#fff, #0b1220); border: 0; border-radius: .4rem; padding: .6rem 1rem; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
label { display: block; font-weight: 600; margin-bottom: .35rem }
input { width: 100%; font: inherit; padding: .55rem .7rem; border: 1px solid var(--line); border-radius: .4rem; background: var(--ground); color: inherit; margin-bottom: .9rem }
.error { color: var(--full) }
a { color: var(--accent) }
</style>
</head>
<body><main>{% block content %}{% endblock %}</main></body>
</html>
`;
