/**
 * Example requests and responses for the API description. Each one matches its schema. Each request succeeds on a newly
 * set up server, which starts with the example templates.
 */
import type { RouteName } from '../api/routes.ts';

interface RouteExamples {
  /** Name → body. The first one is the best to start with. */
  readonly bodies?: Readonly<Record<string, object>>;
  /** Name → multipart/form-data body. */
  readonly forms?: Readonly<Record<string, object>>;
  /** Name → body of a 200 response. */
  readonly responses: Readonly<Record<string, object>>;
}

const usage = { current: 42, limit: 15_000, percentage: 0.28, pack_credits: 1_000 };
/** The certificate among the example templates, which is the third by name. */
export const exampleTemplateId = 3;
const template = {
  id: exampleTemplateId,
  name: 'certificate',
  type: 'html',
  has_base_pdf: false,
  created_at: '2026-01-05T09:30:00+00:00',
  updated_at: '2026-01-12T16:04:51+00:00',
};
const result = { success: true, filename: 'certificate.pdf', size: 48_213, usage };
const generated = {
  'output: base64': { ...result, pdf: 'JVBERi0xLjcK' },
  'output: url': {
    ...result,
    url: 'https://pdf.example.com/documents/pM3xJ5w0kq2Tn8vYb1cRzUeA/certificate.pdf?expires=1768237491&signature=1.mac',
    expires_at: '2026-01-12T17:04:51+00:00',
  },
  'output: upload': {
    ...result,
    uploaded: true,
    uploaded_to: 'https://certificates.s3.eu-central-1.amazonaws.com/C-1042.pdf',
  },
};
const certificate = {
  number: 'C-1042',
  award: 'Certificate of Completion',
  date: '2026-07-03',
  institute: { name: 'Example Institute', place: 'Department of Mathematics', city: 'London' },
  recipient: { name: 'Ada Lovelace' },
  course: { title: 'Analytical Engines', hours: 120, from: '2026-03-02', to: '2026-06-26' },
  signatories: [{ name: 'Mary Somerville', role: 'Director of Studies' }],
};
/** Data for the template `editor-form`, a membership form. */
const membership = {
  number: 'M-20417',
  membership: 'reduced',
  member: {
    given_name: 'Ada',
    family_name: 'Lovelace',
    street: '12 St James’s Square',
    postcode: 'SW1Y 4LB',
    city: 'London',
    born: '1815-12-10',
    email: 'ada@example.org',
  },
  signed: { place: 'London', date: '2026-10-16' },
};
/** A job as it is right after its request. */
export const exampleJobId = 'job_Zk3xJ5w0kq2Tn8vYb1cRzUeA';
const acceptedJob = {
  id: exampleJobId,
  kind: 'batch',
  state: 'queued',
  progress: { total: 2, done: 0, failed: 0 },
  printing: null,
  template_id: exampleTemplateId,
  output: 'zip',
  created_at: '2026-01-12T16:04:51+00:00',
  started_at: null,
  finished_at: null,
  expires_at: '2026-01-19T16:04:51+00:00',
  result: null,
  error: null,
};
const finishedJob = {
  ...acceptedJob,
  state: 'finished',
  progress: { total: 2, done: 1, failed: 1 },
  started_at: '2026-01-12T16:04:51+00:00',
  finished_at: '2026-01-12T16:04:53+00:00',
  expires_at: '2026-01-13T16:04:53+00:00',
  result: {
    filename: `${exampleJobId}.zip`,
    url: `https://pdf.example.com/api/v1/jobs/${exampleJobId}/result`,
  },
};
const rowError = {
  message: 'The data.recipient must be an object.',
  code: 'invalid_data',
  errors: { 'data.recipient': ['The data.recipient must be an object.'] },
};
export const acceptedExample = {
  Accepted: {
    data: { ...acceptedJob, kind: 'request', progress: { total: 1, done: 0, failed: 0 }, output: null },
  },
};
const page = (number: number) => `https://pdf.example.com/api/v1/templates?page=${number}`;

export const routeExamples: Readonly<Record<RouteName, RouteExamples>> = {
  listTemplates: {
    responses: {
      Success: {
        data: [template],
        links: { first: page(1), last: page(2), prev: null, next: page(2) },
        meta: { current_page: 1, last_page: 2, per_page: 50, total: 51 },
      },
    },
  },
  getTemplate: { responses: { Success: { data: template } } },
  generate: {
    bodies: {
      'The PDF in JSON': { data: certificate },
      'A download address': {
        data: certificate,
        output: 'url',
        filename: 'certificate.pdf',
        url_expiry: 60,
        metadata: { title: '{{ award }} for {{ recipient.name }}', author: 'Example Institute' },
      },
      'The bytes of the PDF': { data: certificate, output: 'binary', filename: 'certificate.pdf' },
    },
    responses: generated,
  },
  merge: {
    bodies: {
      'Two documents': {
        templates: [
          { id: exampleTemplateId, data: certificate },
          { id: 5, data: membership },
        ],
        output: 'url',
        filename: 'certificate-and-form.pdf',
        metadata: { title: 'Documents of {{ recipient.name }}' },
      },
    },
    responses: generated,
  },
  htmlToPdf: {
    bodies: {
      Markdown: { markdown: '# Hello {{ name }}\n\n- [x] printed', data: { name: 'Ada' } },
      'A line of HTML': { html: '<h1>Hello {{ name }}</h1>', data: { name: 'Ada' } },
      'Page settings': {
        html: '{% for item in items %}<p>{{ item }}</p>{% endfor %}',
        data: { items: ['one', 'two'] },
        config: {
          format: 'A5',
          orientation: 'landscape',
          margins: { top: 20, right: 15, bottom: 20, left: 15 },
          header: '<p>Example Ltd</p>',
          footer: '<p>Page <span class="pageNumber"></span> of <span class="totalPages"></span></p>',
          metadata: { title: 'A list' },
        },
        output: 'binary',
        filename: 'list.pdf',
      },
    },
    forms: {
      'A document with its files': {
        files: ['document.html', 'styles.css', 'assets/logo.png'],
        data: '{ "name": "Ada" }',
        config: '{ "format": "A5" }',
        output: 'binary',
      },
    },
    responses: generated,
  },
  createBatch: {
    bodies: {
      'A ZIP of two PDFs': {
        template_id: exampleTemplateId,
        rows: [certificate, { ...certificate, number: 'C-1043', recipient: { name: 'Grace Hopper' } }],
        output: 'zip',
        filename: '{{ number }}.pdf',
      },
    },
    responses: { Accepted: { data: acceptedJob } },
  },
  addBatchRows: { responses: { Added: { data: { ...acceptedJob, state: 'open' } } } },
  startBatch: { responses: { Accepted: { data: acceptedJob } } },
  listJobs: {
    responses: {
      Success: { data: [finishedJob], meta: { current_page: 1, last_page: 1, per_page: 50, total: 1 } },
    },
  },
  getJob: { responses: { Finished: { data: finishedJob }, Queued: { data: acceptedJob } } },
  getJobRows: {
    responses: {
      Success: {
        data: [
          {
            number: 1,
            state: 'finished',
            attempts: 1,
            result: {
              filename: 'C-1042.pdf',
              size: 48_213,
              url: 'https://pdf.example.com/documents/pM3xJ5w0kq2Tn8vYb1cRzUeA/C-1042.pdf?expires=1768320293&signature=1.mac',
              expires_at: '2026-01-13T16:04:53+00:00',
            },
            error: null,
          },
          { number: 2, state: 'failed', attempts: 1, result: null, error: rowError },
        ],
        meta: { next_after: null },
      },
    },
  },
  getJobResult: { responses: {} },
  cancelJob: { responses: { Cancelled: { data: { ...acceptedJob, state: 'cancelled' } } } },
  usage: {
    responses: {
      Success: {
        data: {
          current_month_usage: 42,
          quota_limit: 15_000,
          quota_percentage: 0.28,
          pack_credits: 1_000,
          has_quota_remaining: true,
          plan: 'pro',
          daily_usage: [
            { date: '2026-01-11', count: 0 },
            { date: '2026-01-12', count: 42 },
          ],
          overage_count: 0,
        },
      },
    },
  },
};

const outputMessage = 'The output must be one of: base64, url, binary, upload, png, jpeg, webp.';
const syntaxMessage = 'Twig error in the template, line 3: Unknown filter "upperr". Did you mean "upper"?';

/** Status → name → body. */
export const failureExamples: Readonly<Record<number, Readonly<Record<string, object>>>> = {
  401: { 'No valid token': { message: 'Unauthenticated.', code: 'unauthenticated' } },
  402: {
    'Used up': {
      message: 'The monthly quota and the prepaid credits are used up.',
      code: 'quota_exhausted',
      usage: { current: 15_000, limit: 15_000, percentage: 100, pack_credits: 0 },
      purchase_url: 'https://pdf.example.com/billing/1?expires=1768842291&signature=1.mac',
    },
  },
  403: {
    'Another account': { message: 'Template 7 belongs to another account.', code: 'foreign_template' },
    'The plan lacks the feature': {
      message: 'Merging requires the pro plan.',
      code: 'plan_required',
      required_plan: 'pro',
    },
  },
  404: {
    'Not found': { message: 'Template 7 not found.', code: 'template_not_found' },
    'No such job': { message: `Job ${exampleJobId} not found.`, code: 'job_not_found' },
  },
  409: {
    'Still running': {
      message: 'A request with this Idempotency-Key is still running.',
      code: 'still_running',
    },
  },
  410: {
    'The document no longer exists': {
      message: 'The document of the first response no longer exists. Send a new Idempotency-Key.',
      code: 'document_gone',
    },
  },
  413: { 'Too large': { message: 'The request body is too large.', code: 'body_too_large' } },
  415: {
    'Not JSON': {
      message: 'The request body must be JSON: Content-Type: application/json.',
      code: 'unsupported_type',
    },
  },
  422: {
    'A field': { message: outputMessage, code: 'invalid_request', errors: { output: [outputMessage] } },
    Twig: {
      message: syntaxMessage,
      code: 'invalid_template',
      part: 'template',
      line: 3,
      errors: { template: [syntaxMessage] },
    },
  },
  429: { 'Too many': { message: 'Too Many Requests.', code: 'rate_limited' } },
  500: {
    Failed: {
      message: 'PDF generation failed.',
      code: 'server_failed',
      request_id: '0b0e6b0c-8a5e-4a86-9a0f-6f0d1b6f1c55',
    },
  },
  503: {
    'The queue is full': { message: 'Too many documents are waiting to be rendered.', code: 'queue_full' },
    'The server is stopping': { message: 'The server is stopping.', code: 'server_stopping' },
  },
  504: {
    'Out of time': { message: 'No PDF within 20 s: the time ran out while printing.', code: 'timeout' },
  },
};
