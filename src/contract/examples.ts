/** What requests and answers look like, for readers of the API's description. Each fits its schema. */
import type { RouteName } from './routes-schema.ts';

interface RouteExamples {
  /** Name → body. The first is the one to start with. */
  readonly bodies?: Readonly<Record<string, object>>;
  readonly answer: object;
}

const usage = { current: 42, limit: 15_000, percentage: 0.28, pack_credits: 1_000 };
const template = {
  id: 1,
  name: 'invoice',
  type: 'html',
  has_base_pdf: false,
  created_at: '2026-01-05T09:30:00+00:00',
  updated_at: '2026-01-12T16:04:51+00:00',
};
const generated = {
  success: true,
  filename: 'invoice-1042.pdf',
  size: 48_213,
  usage,
  url: 'https://pdf.example.com/documents/pM3xJ5w0kq2Tn8vYb1cRzUeA/invoice-1042.pdf?expires=1768237491&signature=1.mac',
  expires_at: '2026-01-12T17:04:51+00:00',
};
const page = (number: number) => `https://pdf.example.com/api/v1/templates?page=${number}`;

export const routeExamples: Readonly<Record<RouteName, RouteExamples>> = {
  listTemplates: {
    answer: {
      data: [template],
      links: { first: page(1), last: page(2), prev: null, next: page(2) },
      meta: { current_page: 1, last_page: 2, per_page: 50, total: 51 },
    },
  },
  getTemplate: { answer: { data: template } },
  generate: {
    bodies: {
      'The PDF within the answer': { data: { number: '1042', customer: { name: 'Ada Lovelace' } } },
      'A download address': {
        data: { number: '1042' },
        output: 'url',
        filename: 'invoice-1042.pdf',
        url_expiry: 60,
        metadata: { title: 'Invoice {{ number }}', author: 'Example Ltd' },
      },
      'The bytes of the PDF': { data: { number: '1042' }, output: 'binary', filename: 'invoice-1042.pdf' },
    },
    answer: generated,
  },
  merge: {
    bodies: {
      'Two documents': {
        templates: [
          { id: 1, data: { number: '1042' } },
          { id: 2, data: { recipient: 'Ada Lovelace' } },
        ],
        output: 'url',
        filename: 'invoice-1042.pdf',
        metadata: { title: 'Documents of order {{ number }}' },
      },
    },
    answer: generated,
  },
  htmlToPdf: {
    bodies: {
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
    answer: generated,
  },
  usage: {
    answer: {
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
};

const outputMessage = 'The output must be one of: base64, url, binary.';
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
  404: { 'Not found': { message: 'Template 7 not found.', code: 'template_not_found' } },
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
};
