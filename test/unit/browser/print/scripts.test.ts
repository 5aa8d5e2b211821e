import { describe, expect, it } from 'vitest';
import { hasScripts } from '../../../../src/browser/print/scripts.ts';

describe('a document has scripts if something in it could run', () => {
  it.each([
    '<script>1</script>',
    '<SCRIPT SRC=x></SCRIPT>',
    '<script type="module">1</script>',
    '<script type="text/javascript">1</script>',
    '<svg><script>1</script></svg>',
    '<img src=x onerror=alert(1)>',
    '<img/src="x"/onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" JavaScript:alert(1)">x</a>',
    '<iframe src="x"></iframe>',
    '<iframe srcdoc="&lt;script>1&lt;/script>"></iframe>',
    '<object data="x"></object>',
    '<embed src="x">',
    '<meta http-equiv="refresh" content="0">',
    '<template><script>1</script></template>',
  ])('%s', async (html) => expect(await hasScripts(html)).toBe(true));
});

describe('a document has no scripts if nothing in it could run', () => {
  it.each([
    '<h1>Hello</h1>',
    '',
    '<p>one on two = three</p>',
    '<p>The tag &lt;script&gt; and javascript: in a text</p>',
    '<script type="application/ld+json">{"a":1}</script>',
    '<script type="text/template">x</script>',
    '<!-- <script>1</script> -->',
    '<meta http-equiv="content-type" content="text/html; charset=utf-8">',
    '<style>.on-sale { color: red } a::after { content: " onload=" }</style>',
    '<textarea><script>1</script></textarea>',
  ])('%s', async (html) => expect(await hasScripts(html)).toBe(false));
});
