/** The complete style of a table cell. pdfme reads missing styles without checking and fails. */
export const tableCell = {
  alignment: 'left',
  verticalAlignment: 'middle',
  fontSize: 10,
  lineHeight: 1.2,
  characterSpacing: 0,
  fontColor: '#000000',
  backgroundColor: '',
  borderColor: '#888888',
  borderWidth: { top: 0.1, right: 0.1, bottom: 0.1, left: 0.1 },
  padding: { top: 2, right: 2, bottom: 2, left: 2 },
} as const;
