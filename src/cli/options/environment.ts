/** The environment variables that pdfapi reads, in one table for `context.ts` and `pdfapi help environment`. */
export const environmentVariables = {
  PDFAPI_URL: 'Address of the server, such as https://pdf.example.com.',
  PDFAPI_TOKEN: 'API token for the server.',
  PDFAPI_TOKEN_FILE: 'A file that contains the token, such as a container secret.',
  PDFAPI_PROFILE: 'Name of the profile to use.',
  PDFAPI_CONFIG_DIR: 'Folder of the profiles and settings, and of the journals of finished batches.',
  PDFAPI_PDF_PASSWORD:
    'Password that encrypts every PDF that is made, and that `pdfapi unlock` tries. Instead of --password-file.',
  PDFAPI_KEY_PASSWORD: 'Password of the key of `pdfapi sign`. Instead of --key-password-file.',
  PDFAPI_ALLOW_HOSTS:
    'Hosts (host or host:port, comma-separated) that are not public but that pages may reach.',
  PDFAPI_BROWSER: 'Path of the Chrome or Chromium to use instead of the one that pdfapi finds.',
  PDFAPI_CACHE_DIR: 'Folder into which the browser is unpacked or installed.',
  PDFAPI_NO_SANDBOX: '1 turns the browser sandbox off. Only for trusted HTML.',
  SOURCE_DATE_EPOCH: 'Date of all PDFs in seconds since 1970. Turns --reproducible on.',
  CI: 'If set: no prompts, no spinner.',
  GITHUB_ACTIONS: '"true": template errors become annotations on their lines.',
  GITHUB_STEP_SUMMARY: 'File to which `pdfapi test --reporter github` appends a summary.',
  NO_COLOR: 'If set: no colour.',
  FORCE_COLOR: '0: no colour. Otherwise: colour even if the output is not a terminal.',
  TERM: '"dumb": no colour, no spinner.',
} as const;

export type EnvironmentVariable = keyof typeof environmentVariables;
