import type { WebPage } from '#browser/page/web-page';
import type { Region } from '#browser/region';
import { mergePageLoad, type PageLoad, withoutOrigin } from '#contract/document/page-load';
import { Failure } from '#contract/errors';
import { autoMargin, type PageDefaults, type PageSettings } from '#contract/page';
import type { Standards } from '#pdf';
import type { Deadline } from '#runtime/deadline';
import {
  assertValidInvoice,
  type InvoiceSource,
  invoiceWarnings,
  toEmbeddedInvoice,
} from '#template/embedded-invoice';
import type { Fill, Filled, FillJob } from '#template/fill/fill';
import { fillInThisThread } from '#template/fill/fill-in-this-thread';
import { NoticeLog } from '#template/fill/notice-log';
import { keepUnfilledBraces, unfilledBracesWarning } from '#template/fill/unfilled-braces';
import { fillWithoutTwig } from '#template/fill/without-twig';
import { decodeHtml } from '#template/load/decode-html';
import { hasStandardStyles, type MarkdownSettings, markdownMargins } from '#template/model/markdown-settings';
import { mergePageSettings, type Paper, resolvePaper, textForAllPages } from '#template/model/page-settings';
import type { HtmlTemplate, Template } from '#template/model/template';
import type { Limits } from '#twig';
import { drawEditorTemplate } from './draw-editor-template.ts';
import type { FilledDocument } from './filled-document.ts';
import type { HeaderFooterContent } from './paged/overlay/print-with-overlay.ts';
import type { HeaderFooterPlan } from './paged/plan-header-footer.ts';
import type { RenderedRows, RenderRequest, RenderTools } from './render-request.ts';
import { resolveStandards } from './requested-standards.ts';
import { assertProtectable } from './sealing/requested-protection.ts';
import type { FillStamps } from './stamp/print-stamps.ts';

/** The XML of an e-invoice, without a document around it. */
export interface FilledInvoice {
  readonly xml: string;
  /** What its author should know, each without a full stop. */
  readonly warnings: readonly string[];
}

/** Settings that all texts of a document are filled with, besides its data. */
type FillSetting = Pick<FillJob, 'translations' | 'now' | 'language' | 'timeZone'>;

/** The first half of `render`, for callers that print only if several documents can be filled. */
export async function fillDocument(
  request: RenderRequest,
  { deadline, fill: fillJob = fillInThisThread, editor, work }: FillTools,
): Promise<FilledDocument> {
  const notices = new NoticeLog();
  const fill = notices.watch(fillJob);
  const { template, data, strict = false, key } = request;
  const start = performance.now();
  const now = request.reproducible?.date ?? new Date();
  const labels = findLabels(request);
  const invoice = request.eInvoice === undefined ? template.invoice : undefined;
  const source: InvoiceSource =
    request.eInvoice === undefined
      ? { field: 'invoice.xml', schema: template.invoiceSchema }
      : { field: 'config.e_invoice' };
  const doubts: string[] = [];
  const embed = async (filled: string | undefined): Promise<Standards | undefined> => {
    const xml = request.eInvoice ?? filled;
    if (xml === undefined) return labels;
    const checked = await work.checkEInvoice(xml, deadline);
    const eInvoice = toEmbeddedInvoice(xml, checked, source);
    doubts.push(...invoiceWarnings(checked, source));
    return { ...labels, eInvoice };
  };
  const language = findLanguage(request);
  const translations = findTranslations(request);
  const region = findRegion(request);
  const setting: FillSetting = {
    translations,
    now,
    language: region.language,
    timeZone: region.timeZone,
  };
  const fillStamps = await createFillStamps(request, setting, { fill, deadline });
  if (template.kind === 'editor') {
    const standards = await embed(
      invoice === undefined
        ? undefined
        : (await fill(invoiceJob(request, invoice, setting), deadline)).invoice,
    );
    const editorResult = await drawEditorTemplate(template, request, {
      deadline,
      editor,
      now,
      region,
      lint: Boolean(request.lint ?? standards?.pdfua),
    });
    notices.add(editorResult);
    return {
      request,
      content: { editorResult },
      standards,
      doubts,
      now,
      region,
      notices,
      fillStamps,
      ms: performance.now() - start,
      size: editorResult.pdf.length,
    };
  }
  const settings = mergePageSettings(template.page, request.page);
  const markdown = template.markdown && {
    ...template.markdown,
    hasStyles: template.styles !== undefined,
    // They are where the footer is.
    pageNumbers: template.markdown.pageNumbers ?? settings.footer === undefined,
  };
  const load = mergePageLoad(template.load, request.load);
  if (load && template.address === undefined) assertOrigins(load);
  const defaults = withMarkdownMargins(markdown, settings, request.pageDefaults);
  const paper = preferCss(resolvePaper(settings, defaults), load?.preferCssPageSize);
  const plan = await planPages(settings, template.partials);
  const job: FillJob = {
    html: template.html,
    twig: template.twig ?? true,
    markdown,
    ...(plan
      ? { pageParts: plan.parts }
      : { header: textForAllPages(settings.header), footer: textForAllPages(settings.footer) }),
    metadata: { ...template.metadata, ...request.metadata },
    invoice,
    partials: template.partials,
    ...setting,
    strict,
    data,
    rows: request.rows?.lists,
    limits: request.rows && limitsFor(request.rows, deadline),
    // Another e-invoice makes another text.
    key: request.eInvoice === undefined ? jobKey(key, translations) : undefined,
  };
  const plain = fillWithoutTwig(job) ?? (await fill(job, deadline));
  const standards = await embed(plain.invoice);
  const keepsBraces = request.keepsUnfilledBraces && !markdown;
  const kept = keepsBraces ? keepUnfilledBraces(template.html, plain.html) : undefined;
  if (kept !== undefined) notices.clear();
  const filled = kept === undefined ? plain : { ...plain, html: kept };
  const warnings = [...(plain.warnings ?? []), ...(kept === undefined ? [] : [unfilledBracesWarning(kept)])];
  const headerFooter = plan ? { plan, fill: createFillPages(plan, job, fill) } : await layOverPlain(filled);
  const content = {
    template,
    paper,
    lang: language,
    filled,
    webPage: createWebPage(template, job, { fill, deadline }),
    load,
    headerFooter,
    warnings,
  };
  const ms = performance.now() - start;
  const size = filled.html.length;
  return { request, content, standards, doubts, now, region, notices, fillStamps, ms, size };
}

/**
 * Fills and checks the template's e-invoice alone: nothing is printed. Throws `invalid_template` for a template without
 * one, `invalid_e_invoice`, `strict`, and the errors of the fill.
 */
export async function fillInvoice(
  request: RenderRequest,
  { deadline, fill = fillInThisThread, work }: Omit<FillTools, 'editor'>,
): Promise<FilledInvoice> {
  const { template, sources } = request;
  if (template.invoice === undefined) {
    throw new Failure('invalid_template', 'The template has no e-invoice.', {
      hint: 'Put its XML, with Twig, into the folder of the template: invoice.xml',
    });
  }
  const notices = new NoticeLog();
  const { language, timeZone } = findRegion(request);
  const setting: FillSetting = {
    translations: findTranslations(request),
    now: request.reproducible?.date ?? new Date(),
    language,
    timeZone,
  };
  const limits = request.rows && limitsFor(request.rows, deadline);
  const job = invoiceJob(request, template.invoice, setting, limits);
  const { invoice: xml = '' } = await notices.watch(fill)(job, deadline);
  const source: InvoiceSource = { field: 'invoice.xml', schema: template.invoiceSchema };
  const checked = await work.checkEInvoice(xml, deadline);
  assertValidInvoice(checked, source);
  const doubts = invoiceWarnings(checked, source);
  if (request.strict) {
    const { assertNoProblems } = await import('./judge-content.ts');
    assertNoProblems(doubts);
  }
  return { xml, warnings: [...doubts, ...notices.describe(sources)] };
}

/**
 * A document of many rows is larger than strangers may make one. If the template is the caller's own, its time is the only
 * limit of its steps.
 */
function limitsFor({ lists, isTrusted }: RenderedRows, deadline: Deadline): Partial<Limits> | undefined {
  if (!isTrusted) return undefined;
  const count = Object.values(lists).reduce((sum, list) => sum + list.count, 0);
  return {
    steps: Number.POSITIVE_INFINITY,
    milliseconds: deadline.remainingMs,
    // The longest text of V8 has about twice as many characters.
    output: 256_000_000,
    // It adds up what each row copies, most of which is free again when the row has been printed.
    memory: 40_000_000 + count * 10_000,
    rows: 100_000_000,
  };
}

/** The standard style sheet of Markdown comes with wider margins. */
function withMarkdownMargins(
  markdown: MarkdownSettings | undefined,
  { format }: PageSettings,
  defaults?: PageDefaults,
): PageDefaults | undefined {
  if (!markdown || !hasStandardStyles(markdown)) return defaults;
  const margins = markdownMargins(format ?? defaults?.format);
  return { ...defaults, margins: { ...margins, ...defaults?.margins } };
}

/** Throws `invalid_option` for what is to be sent with requests, but not to whom. */
function assertOrigins(load: PageLoad): void {
  for (const name of withoutOrigin(load)) {
    const message = `The ${missingOrigins[name]}, because a document without an address has no server of its own.`;
    const field = name === 'basicAuth' ? 'basic_auth' : name;
    throw new Failure('invalid_option', message, { errors: { [`config.${field}`]: [message] } });
  }
}

const missingOrigins = {
  headers: 'headers need the origin that each is for',
  cookies: 'cookies need the domain that each is for',
  basicAuth: 'basic_auth needs the origin that it is for',
} as const;

function preferCss(paper: Paper, isPreferred: boolean | undefined): Paper {
  if (isPreferred === undefined || paper.fitsContents) return paper;
  if (!isPreferred) return { ...paper, sizeGiven: true };
  const { margins, defaultMargins } = paper;
  return { ...paper, sizeGiven: false, margins: {}, defaultMargins: { ...defaultMargins, ...margins } };
}

/** Loads the planner only where a header or footer may need it. */
async function planPages(
  { header, footer, margins = {}, ...settings }: PageSettings,
  partials: Template['partials'],
): Promise<HeaderFooterPlan | undefined> {
  const isAuto = margins.top === autoMargin || margins.bottom === autoMargin;
  if (header === undefined && footer === undefined && !isAuto) return undefined;
  const { planHeaderFooter } = await import('./paged/plan-header-footer.ts');
  return planHeaderFooter({ ...settings, header, footer, margins }, partials);
}

async function layOverPlain({ header, footer }: Filled): Promise<HeaderFooterContent | undefined> {
  if (header === undefined && footer === undefined) return undefined;
  const { plainHeaderFooter } = await import('./paged/overlay/plain-header-footer.ts');
  return plainHeaderFooter({ header, footer });
}

function createFillPages(
  { parts }: HeaderFooterPlan,
  { partials, translations, strict, data, rows, limits, now, language, timeZone, key }: FillJob,
  fill: Fill,
): HeaderFooterContent['fill'] {
  const id = key === undefined ? undefined : `${key}:pages`;
  const content = { data, rows, limits, now, language, timeZone };
  const job = {
    html: '',
    twig: false,
    metadata: {},
    partials,
    translations,
    strict,
    ...content,
    key: id,
    pageParts: parts,
  };
  return async (pages, deadline) => (await fill({ ...job, pages }, deadline)).pages ?? [];
}

/** The e-invoice of an editor template, which is filled where it is drawn, or one without a document. */
function invoiceJob(
  { template: { partials }, strict = false, data, rows, key }: RenderRequest,
  invoice: string,
  setting: FillSetting,
  limits?: Partial<Limits>,
): FillJob {
  const ofJob = jobKey(key, setting.translations);
  const id = ofJob === undefined ? undefined : `${ofJob}:invoice`;
  const content = { data, rows: rows?.lists, limits, invoice };
  return { html: '', twig: false, metadata: {}, partials, ...setting, strict, ...content, key: id };
}

/** Errors in the Twig of a stamp are found before anything is printed. */
async function createFillStamps(
  { stamps: asked = [], template: { partials, stamps: own = [] }, strict = false, data }: RenderRequest,
  setting: FillSetting,
  { fill, deadline }: { readonly fill: Fill; readonly deadline: Deadline },
): Promise<FillStamps | undefined> {
  const stamps = [...own, ...asked];
  if (stamps.length === 0) return undefined;
  const { stampFilling } = await import('./stamp/stamp-filling.ts');
  return await stampFilling(stamps, { partials, ...setting, strict, data }, fill, deadline);
}

/** The language of the document as far as it is known before it is filled. */
function findLanguage({ template, page, pageDefaults }: RenderRequest): string | undefined {
  const own = template.kind === 'editor' ? template.lang : template.page.lang;
  return page?.lang ?? own ?? pageDefaults?.lang;
}

function findTranslations(request: RenderRequest): FillJob['translations'] {
  const { translations: languages } = request.template;
  return languages && { language: findLanguage(request), languages };
}

/** A setting of the request or the template is more than one of the project. */
function findRegion({ template, page, pageDefaults }: RenderRequest): Region {
  const own = template.kind === 'editor' ? template : template.page;
  const html = template.kind === 'editor' ? '' : template.html.slice(0, maxBeforeHtml);
  const asked = page?.locale ?? own.locale;
  return {
    locale: asked ?? pageDefaults?.locale,
    timeZone: page?.timeZone ?? own.timeZone ?? pageDefaults?.timeZone,
    language:
      asked ??
      page?.lang ??
      own.lang ??
      htmlLanguage.exec(html)?.[1] ??
      pageDefaults?.locale ??
      pageDefaults?.lang,
  };
}

/** A value that is not a language tag, such as Twig, does not count. */
const htmlLanguage =
  /<html\s(?:[^<>]*\s)?lang\s*=\s*(?:"|')?([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)(?=["'\s>])/i;

/** Characters: comments may precede the element. */
const maxBeforeHtml = 2_000;

/** One template in two languages is two texts. */
const jobKey = (key: string | undefined, translations: FillJob['translations']): string | undefined =>
  key === undefined || translations === undefined ? key : `${key}:${translations.language}`;

type FillTools = Omit<RenderTools, 'browser'>;

/** Throws `invalid_option` for contradictions, before anything is filled. */
function findLabels({
  template,
  standards,
  defaultStandards,
  eInvoice,
  attachments = [],
  protection,
  reproducible,
}: RenderRequest) {
  const isInvoice = (eInvoice ?? template.invoice) !== undefined;
  const labels = resolveStandards({
    pdfa: standards?.pdfa ?? template.standards?.pdfa ?? defaultStandards?.pdfa,
    pdfua: standards?.pdfua ?? template.standards?.pdfua ?? defaultStandards?.pdfua,
    isInvoice,
    attachments,
    // The design of an editor template says which elements are fields.
    forms: template.kind !== 'editor' && template.forms,
    untagged: template.tags === false ? 'this document is made without them' : undefined,
  });
  if (protection) {
    assertProtectable({ pdfa: labels?.pdfa, isInvoice, isReproducible: reproducible !== undefined });
  }
  return labels;
}

/** A web page is fetched by the browser, and its Twig, where it is wanted, can be filled only then. */
function createWebPage(
  { address, twig = false }: HtmlTemplate,
  job: FillJob,
  { fill, deadline }: { readonly fill: Fill; readonly deadline: Deadline },
): WebPage | undefined {
  if (address === undefined) return undefined;
  if (!twig) return { address };
  return {
    address,
    async fill(body, contentType) {
      const { key: _, invoice: __, pageParts: ___, ...rest } = job;
      return (await fill({ ...rest, html: decodeHtml(body, contentType) }, deadline)).html;
    },
  };
}
