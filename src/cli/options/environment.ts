/** The environment variables that pdfapi reads, in one table for `context.ts` and `pdfapi help environment`. */
export const environmentVariables = {
  PDFAPI_URL: 'Address of the server to ask, such as https://pdf.example.com.',
  PDFAPI_TOKEN: 'API token for it.',
  PDFAPI_TOKEN_FILE: 'A file that holds the token, as container secrets are given.',
  PDFAPI_PROFILE: 'Name of the profile to use.',
  PDFAPI_CONFIG_DIR: 'Where profiles and settings are kept.',
  PDFAPI_ALLOW_HOSTS:
    'Hosts (host or host:port, comma-separated) that pages may reach although they are not public.',
  PDFAPI_BROWSER: 'Path of the Chrome or Chromium to print with, instead of the one that pdfapi finds.',
  PDFAPI_CACHE_DIR: 'Where the browser is unpacked or installed.',
  PDFAPI_NO_SANDBOX: '1 turns the sandbox of the browser off. Only for HTML that you trust.',
  SOURCE_DATE_EPOCH: 'Seconds since 1970: the date of all PDFs. Turns --reproducible on.',
  CI: 'Set: no prompts, no spinner.',
  GITHUB_ACTIONS: '"true": errors in templates are annotated on their lines.',
  NO_COLOR: 'Set: no colour.',
  FORCE_COLOR: '0: no colour. Otherwise: colour also where the output is not a terminal.',
  TERM: '"dumb": no colour, no spinner.',
} as const;

export type EnvironmentVariable = keyof typeof environmentVariables;
