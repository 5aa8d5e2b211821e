/** The files that `templates new --from blank` writes: the smallest template that shows where everything goes. */
export const blankTemplate: Readonly<Record<string, string>> = {
  'template.json': '{\n  "name": "blank",\n  "format": "A4",\n  "metadata": { "title": "{{ title }}" }\n}\n',
  'template.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>{{ title }}</title>
  </head>
  <body>
    <h1>{{ title }}</h1>
    <p>Dear {{ recipient.name }},</p>
    <ul>
      {% for item in items %}
        <li>{{ item }}</li>
      {% endfor %}
    </ul>
  </body>
</html>
`,
  'styles.css': `body {
  font-family: sans-serif;
  line-height: 1.5;
  overflow-wrap: anywhere;
}
`,
  'footer.html':
    '<div style="text-align: center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>\n',
  'data.json': `{
  "title": "A first document",
  "recipient": { "name": "Ada" },
  "items": ["Change template.html", "Change data.json", "Run pdfapi generate again"]
}
`,
};
