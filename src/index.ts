/**
 * pdfapi for programs: templates and data, or raw HTML, to PDF.
 *
 * @example
 * import { openRenderer } from 'pdfapi';
 *
 * await using renderer = await openRenderer();
 * const { pdf } = await renderer.html('<h1>Hello {{ name }}</h1>', { data: { name: 'Ada' } });
 */

export type { ShownJob as Job, ShownJobRow as JobRow } from './contract/api/jobs-schema.ts';
export type { PermittedChanges } from './contract/api/permitted-changes.ts';
export type { Permission, Protection } from './contract/api/protection.ts';
export type { Upload } from './contract/api/upload-schema.ts';
export type { Metadata } from './contract/documents.ts';
export { type ErrorCode, Failure as PdfapiError, type SourceLocation } from './contract/errors.ts';
export type {
  CreateWebhookRequest as NewWebhook,
  ShownDelivery as WebhookDelivery,
  ShownWebhook as Webhook,
  UpdateWebhookRequest as WebhookChanges,
} from './contract/manage/webhooks-schema.ts';
export type { PageVariants, PaperFormat } from './contract/page.ts';
export type { TemplateSummary } from './contract/templates.ts';
export type { UsageReport, UsageSummary } from './contract/usage.ts';
export type { FieldKind, FieldOption, FieldPlace, FieldValue, FormFieldInfo } from './core/forms/index.ts';
export type { Attachment as AttachedFile } from './core/pdf/index.ts';
export type { RenderReport } from './core/render/render-request.ts';
export {
  type ArrangePdfOptions,
  arrangePdf,
  type PdfPart,
  type SplitPdfOptions,
  splitPdf,
} from './library/arrange-pdf.ts';
export {
  type ApiClient,
  type CallOptions,
  type ClientOptions,
  createClient,
  type DocumentCallOptions,
  type GenerateBody,
  type GeneratedPdf,
  type GeneratedUpload,
  type GeneratedUrl,
  type HtmlToPdfBody,
  type ManageClient,
  type MergeBody,
} from './library/client.ts';
export {
  type CompileTemplateOptions,
  compileTemplate,
  type RenderTemplateOptions,
  type TwigTemplate,
} from './library/compile-template.ts';
export type { DocumentOptions, Length, SideMargins, StampOption } from './library/document-options.ts';
export { type FillFormOptions, fillForm } from './library/forms/fill-form.ts';
export { type ListFormFieldsOptions, listFormFields } from './library/forms/list-form-fields.ts';
export type { DrawnImage, ImageOptions } from './library/images/draw-pdf.ts';
export type {
  BatchBody,
  JobClient,
  JobRequest,
  JobRowsOptions,
  WaitForJobOptions,
} from './library/job-client.ts';
export { type MergeInput, type MergePdfsOptions, mergePdfs } from './library/merge-pdfs.ts';
export type { PdfResult, RenderedPdf } from './library/pdf-result.ts';
export {
  type HtmlOptions,
  openRenderer,
  type Renderer,
  type RendererOptions,
  type RowResult,
  type RowsRequest,
  type TemplateRequest,
} from './library/renderer.ts';
export { type ServerHandle, type ServerLog, type ServerOptions, startServer } from './library/server.ts';
export {
  type SignPdfOptions,
  type SignPdfResult,
  signPdf,
} from './library/signing/sign-pdf.ts';
export type { TemplateFileSet, TemplateSource } from './library/template-source.ts';
export { type UnlockedPdf, type UnlockPdfOptions, unlockPdf } from './library/unlock-pdf.ts';
export type { WebhookClient } from './library/webhook-client.ts';
