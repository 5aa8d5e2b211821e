/**
 * All commands with their entries in the command list and the modules that define them. A command is loaded only when
 * its name is on the command line: loading all of them takes longer than starting Node.js.
 */
import type { Command } from 'commander';
import type { OpenSession } from './session.ts';

export interface CommandRow {
  /** Maps name and arguments to the description. It has several entries if one file adds several commands. */
  readonly commands: Readonly<Record<string, string>>;
  /** Whether all words after its name are its own, whatever they look like: those of another program. */
  readonly takesAll?: true;
  readonly load: () => Promise<(program: Command, open: OpenSession) => void>;
}

export const commandTable: readonly CommandRow[] = [
  {
    commands: { 'html <file|address|-...>': 'render HTML, Markdown or a web page to PDF' },
    load: async () => (await import('./commands/html/html.ts')).addHtmlCommand,
  },
  {
    commands: { 'generate <template> [data...]': 'render a template and data to PDF' },
    load: async () => (await import('./commands/generate/generate.ts')).addGenerateCommand,
  },
  {
    commands: { 'merge <item...>': 'merge several documents into one PDF' },
    load: async () => (await import('./commands/merge/merge.ts')).addMergeCommand,
  },
  {
    commands: { 'wkhtmltopdf [word...]': 'take the place of wkhtmltopdf, with its flags' },
    takesAll: true,
    load: async () => (await import('./commands/wkhtmltopdf/wkhtmltopdf.ts')).addWkhtmltopdfCommand,
  },
  {
    commands: { 'pages <pdf...>': 'choose, turn and split the pages of PDFs' },
    load: async () => (await import('./commands/pages/pages.ts')).addPagesCommand,
  },
  {
    commands: { 'image <pdf|->': 'draw the pages of a PDF as images' },
    load: async () => (await import('./commands/image/image.ts')).addImageCommand,
  },
  {
    commands: { 'check <pdf|folder...>': 'check PDFs: PDF/A, PDF/UA, e-invoices, signatures' },
    load: async () => (await import('./commands/check/check.ts')).addCheckCommand,
  },
  {
    commands: { 'fields <pdf|->': 'list the form fields of a PDF' },
    load: async () => (await import('./commands/forms/fields.ts')).addFieldsCommand,
  },
  {
    commands: { 'fill <pdf|->': 'fill the form of a PDF' },
    load: async () => (await import('./commands/forms/fill.ts')).addFillCommand,
  },
  {
    commands: { 'attachments <pdf|->': 'list and extract the files attached to a PDF' },
    load: async () => (await import('./commands/attachments/attachments.ts')).addAttachmentsCommand,
  },
  {
    commands: { 'unlock <pdf|->': 'remove the password of a PDF' },
    load: async () => (await import('./commands/unlock.ts')).addUnlockCommand,
  },
  {
    commands: { 'sign <pdf|->': 'sign a PDF' },
    load: async () => (await import('./commands/sign.ts')).addSignCommand,
  },
  {
    commands: { 'batch <template> <rows...>': 'render one PDF per row of a file, or per group of rows' },
    load: async () => (await import('./commands/batch/batch.ts')).addBatchCommand,
  },
  {
    commands: { jobs: 'list, follow, cancel and download jobs of a server' },
    load: async () => (await import('./commands/jobs/jobs.ts')).addJobsCommands,
  },
  {
    commands: { usage: 'show plan, quota, credits and the last 31 days' },
    load: async () => (await import('./commands/usage.ts')).addUsageCommand,
  },
  {
    commands: { templates: 'make, check, push and publish templates' },
    load: async () => (await import('./commands/templates/templates.ts')).addTemplatesCommands,
  },
  {
    commands: { 'test <folder...>': 'compare templates with approved PDFs' },
    load: async () => (await import('./commands/test/test.ts')).addTestCommand,
  },
  {
    commands: { webhooks: 'send events to addresses of yours' },
    load: async () => (await import('./commands/webhooks/webhooks.ts')).addWebhooksCommands,
  },
  {
    commands: { serve: 'run the API on this machine' },
    load: async () => (await import('./commands/serve.ts')).addServeCommand,
  },
  {
    commands: { 'dev <folder>': 'preview a template while you edit it' },
    load: async () => (await import('./commands/dev/dev.ts')).addDevCommand,
  },
  {
    commands: { mcp: 'let an assistant make templates and documents' },
    load: async () => (await import('./commands/mcp/mcp.ts')).addMcpCommand,
  },
  {
    commands: { admin: 'manage teams, tokens, credits, keys and backups of a server' },
    load: async () => (await import('./commands/admin/admin.ts')).addAdminCommands,
  },
  {
    commands: {
      login: 'save a server and a token',
      logout: 'forget a profile',
      whoami: 'show the current server, profile and plan',
    },
    load: async () => (await import('./commands/login.ts')).addLoginCommands,
  },
  {
    commands: { profiles: 'list, choose and remove servers' },
    load: async () => (await import('./commands/profiles.ts')).addProfilesCommands,
  },
  {
    commands: { config: 'show and change settings' },
    load: async () => (await import('./commands/config.ts')).addConfigCommands,
  },
  {
    commands: { doctor: 'check this machine and the server' },
    load: async () => (await import('./commands/doctor/doctor.ts')).addDoctorCommand,
  },
  {
    commands: { browser: 'find or install the browser' },
    load: async () => (await import('./commands/browser.ts')).addBrowserCommands,
  },
  {
    commands: { 'completion <shell>': 'print or install the completion script for your shell' },
    load: async () => (await import('./commands/completion/completion.ts')).addCompletionCommand,
  },
  {
    commands: { 'help [topic...]': 'show help for a command, or: exit-codes, environment, options' },
    load: async () => (await import('./commands/help.ts')).addHelpCommand,
  },
];
