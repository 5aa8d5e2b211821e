/** The hint for such a PDF. No command of pdfapi can help, `fill --flatten` included: there is nothing to flatten. */
export const dynamicFormHint =
  'In Adobe Acrobat or Reader, print it to a PDF. Other viewers would save only the page that asks for Adobe’s programs.';

/** The error for a PDF whose pages a viewer makes from XML: anything done to it would be done to its only page. */
export const dynamicForm =
  'The PDF is a dynamic XFA form: its pages and fields are XML, which only Adobe programs show. Save it as a static PDF form first.';
