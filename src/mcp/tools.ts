/** The tools of an assistant, as it reads about them before it uses one. */
import type { TemplatePlace, ToolName } from './tool-arguments.ts';

export interface ToolDescription {
  readonly title: string;
  readonly description: string;
  /** Changes nothing that lasts. */
  readonly readOnly?: true;
  /** Set if no other tool can bring back what it replaces or removes. */
  readonly destructive?: true;
}

type Text = string | Readonly<Record<TemplatePlace, string>>;

const tools: Readonly<
  Record<ToolName, Omit<ToolDescription, 'description'> & { readonly description: Text }>
> = {
  list_templates: {
    title: 'List templates',
    description: 'Lists the templates. Use the name of one in the other tools.',
    readOnly: true,
  },
  show_template: {
    title: 'Show a template',
    description:
      'Shows the files of a template, the names it reads from its data, the JSON Schema of the data and the sample data. With file: the text of that file.',
    readOnly: true,
  },
  write_template: {
    title: 'Write files of a template',
    description: {
      folder:
        'Creates a template, or creates, replaces, edits and deletes its files, and checks it. The result lists errors and warnings with file and line. A new template needs at least template.html or template.md. Templates are HTML or Markdown with Twig; page size and margins are CSS (@page).',
      team: 'Creates a template, or creates, replaces, edits and deletes its files, and stores the result as a new draft version; documents use the published version until publish. Nothing is stored if the template has errors, which are returned with file and line. A new template needs at least template.html or template.md. Templates are HTML or Markdown with Twig; page size and margins are CSS (@page).',
    },
    destructive: true,
  },
  render: {
    title: 'Render a PDF',
    description: {
      folder:
        'Renders a template, HTML or Markdown to a PDF on this machine. Returns the path of the PDF, its number of pages, warnings with file and line, and pictures of pages: look at them before you call a document finished.',
      team: 'Renders a template, HTML or Markdown to a PDF, which costs one document of the quota. Returns a link to the PDF, its number of pages, warnings with file and line, and pictures of pages: look at them before you call a document finished.',
    },
  },
  check: {
    title: 'Check a template or a PDF',
    description:
      'With template: finds errors, warnings and accessibility problems with file and line, without rendering. With pdf: says which of PDF/A and PDF/UA it claims and holds, and what it breaks; notChecked lists what else it claims.',
    readOnly: true,
  },
  merge: {
    title: 'Merge documents into one PDF',
    description: {
      folder: 'Merges documents, in order, into one PDF: templates with their data, and finished PDFs.',
      team: 'Renders several templates, each with its data, and merges them in order into one PDF. Uses published versions. Costs one document of the quota for each.',
    },
  },
  publish: {
    title: 'Publish a template',
    description: {
      folder:
        'Checks a template, stores it on the pdfapi server of the current profile as a new version, and publishes that: from then on the API renders it. Ask the user first.',
      team: 'Publishes the latest draft of a template: from then on the API renders it. Ask the user first.',
    },
    destructive: true,
  },
};

export const toolNames = Object.keys(tools) as ToolName[];

export function describeTool(place: TemplatePlace, name: ToolName): ToolDescription {
  const { description, ...rest } = tools[name];
  return { ...rest, description: typeof description === 'string' ? description : description[place] };
}

/** The description of the server as a whole, which a client hands to its assistant. */
export const instructions: Readonly<Record<TemplatePlace, string>> = {
  folder:
    'pdfapi makes PDFs from templates (HTML or Markdown with Twig, and JSON data) or from plain HTML. To make a template: write_template with template.html, data.json and schema.json, then render it and look at the pictures of its pages, fix the warnings, and repeat. publish stores it on a server, if the user has one.',
  team: 'pdfapi makes PDFs from the templates of a team (HTML or Markdown with Twig, and JSON data) or from plain HTML. To make a template: write_template with template.html, data.json and schema.json, then render it and look at the pictures of its pages, fix the warnings, and repeat. publish makes the API use it.',
};
