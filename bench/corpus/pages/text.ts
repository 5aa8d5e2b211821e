/** Text: mathematics, source code, Markdown, barcodes, fonts and writing systems. */
import { type CorpusPage, page, prose, script, style } from '../corpus-page.ts';

const formulas =
  '$$\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}$$ <p>Inline $a^2 + b^2 = c^2$ and $\\sum_{n=1}^{\\infty} \\frac{1}{n^2}$.</p> $$\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}$$';
const mathJax = (name: string, file: string): CorpusPage => ({
  name,
  libraries: ['mathjax/es5'],
  html: page(
    name,
    formulas,
    `<script>MathJax = { tex: { inlineMath: [['$', '$']] }, options: { enableMenu: false } }</script>${script(`mathjax/es5/${file}`)}`,
  ),
});
const markdown =
  '# Title\\n\\nA *paragraph* with **bold** and [a link](https://example.com/).\\n\\n- one\\n- two\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |\\n';
const code =
  'export function sum(numbers: number[]): number {\n  // All of them\n  return numbers.reduce((a, b) => a + b, 0);\n}\n';
const fontPage = (name: string, font: string, family: string, text: string): CorpusPage => ({
  name,
  libraries: [font],
  html: page(
    name,
    `<div style="font-family:'${family}'"><h1>${text}</h1><p style="font-size:18px">${text} ${text}</p></div>`,
    style(`${font}/index.css`),
  ),
});

export const text: readonly CorpusPage[] = [
  {
    name: 'katex',
    libraries: ['katex/dist'],
    html: page(
      'KaTeX',
      `${formulas}<script>renderMathInElement(document.body, { delimiters: [{ left: '$$', right: '$$', display: true }, { left: '$', right: '$', display: false }] })</script>`,
      style('katex/dist/katex.min.css') +
        script('katex/dist/katex.min.js') +
        script('katex/dist/contrib/auto-render.min.js'),
    ),
  },
  mathJax('mathjax-svg', 'tex-svg.js'),
  mathJax('mathjax-chtml', 'tex-chtml.js'),
  {
    name: 'highlight-js',
    libraries: ['built/highlight.js', 'highlight.js/styles/github.css'],
    html: page(
      'Code',
      `<pre><code class="language-typescript">${code}</code></pre>${script('built/highlight.js')}`,
      style('highlight.js/styles/github.css'),
    ),
  },
  {
    name: 'prism',
    libraries: ['prismjs/prism.js', 'prismjs/themes/prism.css'],
    html: page(
      'Code',
      `<pre><code class="language-javascript">${code}</code></pre>${script('prismjs/prism.js')}`,
      style('prismjs/themes/prism.css'),
    ),
  },
  {
    name: 'marked',
    libraries: ['marked/lib/marked.umd.js'],
    html: page(
      'Markdown',
      `<div id="out"></div><script>out.innerHTML = marked.parse('${markdown}')</script>`,
      script('marked/lib/marked.umd.js'),
    ),
  },
  {
    name: 'markdown-it',
    libraries: ['built/markdown-it.js'],
    html: page(
      'Markdown',
      `<div id="out"></div><script>out.innerHTML = markdownit().render('${markdown}')</script>`,
      script('built/markdown-it.js'),
    ),
  },
  {
    name: 'qr-code',
    libraries: ['qrcode-generator/dist/qrcode.js'],
    html: page(
      'QR',
      `<div id="out"></div><script>const qr = qrcode(0, 'M'); qr.addData('https://example.com/pay/123'); qr.make(); out.innerHTML = qr.createSvgTag(4) + qr.createImgTag(4)</script>`,
      script('qrcode-generator/dist/qrcode.js'),
    ),
  },
  {
    name: 'barcode',
    libraries: ['jsbarcode/dist/JsBarcode.all.min.js'],
    html: page(
      'Barcode',
      `<svg id="s"></svg><canvas id="c"></canvas><script>JsBarcode('#s', '4006381333931', { format: 'EAN13' }); JsBarcode('#c', 'ABC-123', { format: 'CODE128' })</script>`,
      script('jsbarcode/dist/JsBarcode.all.min.js'),
    ),
  },
  fontPage('font-inter', '@fontsource/inter', 'Inter', prose(9, 2)),
  fontPage(
    'font-arabic',
    '@fontsource/noto-sans-arabic',
    'Noto Sans Arabic',
    '<span dir="rtl">فاتورة رقم ١٢٣ إلى السيدة ليلى</span>',
  ),
  fontPage(
    'font-hebrew',
    '@fontsource/noto-sans-hebrew',
    'Noto Sans Hebrew',
    '<bdo dir="rtl">חשבונית</bdo> <span dir="rtl">חשבונית מספר 123</span>',
  ),
  fontPage('font-japanese', '@fontsource/noto-sans-jp', 'Noto Sans JP', '請求書番号は一二三です。'),
  fontPage('font-emoji', '@fontsource/noto-emoji', 'Noto Emoji', '😀 🎉 ✈ ☂'),
  fontPage('font-emoji-colour', '@fontsource/noto-color-emoji', 'Noto Color Emoji', '😀 🎉'),
  {
    name: 'font-vertical',
    libraries: ['@fontsource/noto-sans-jp'],
    html: page(
      'Vertical',
      `<div style="writing-mode:vertical-rl;height:300px;font-family:'Noto Sans JP'"><h2>請求書</h2><p>これは<ruby>縦書<rt>たてが</rt></ruby>きです。</p></div>`,
      style('@fontsource/noto-sans-jp/index.css'),
    ),
  },
];
