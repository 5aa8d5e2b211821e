/**
 * pdfapi for programs: templates and data, or raw HTML, to PDF.
 *
 * @example
 * import { openRenderer } from 'pdfapi';
 *
 * await using renderer = await openRenderer();
 * const { pdf } = await renderer.html('<h1>Hello {{ name }}</h1>', { data: { name: 'Ada' } });
 */

export type { ShownJob as Job, ShownJobRow as JobRow } from '#contract/api/jobs-schema';
export type { PermittedChanges } from '#contract/api/permitted-changes';
export type { Permission, Protection } from '#contract/api/protection';
export type { Upload } from '#contract/api/upload-schema';
export type { Metadata } from '#contract/documents';
export { type ErrorCode, Failure as PdfapiError, type SourceLocation } from '#contract/errors';
export type {
  CreateWebhookRequest as NewWebhook,
  ShownDelivery as WebhookDelivery,
  ShownWebhook as Webhook,
  UpdateWebhookRequest as WebhookChanges,
} from '#contract/manage/webhooks-schema';
export type { PageVariants, PaperFormat } from '#contract/page';
export type { TemplateSummary } from '#contract/templates';
export type { UsageReport, UsageSummary } from '#contract/usage';
export type { FieldKind, FieldOption, FieldPlace, FieldValue, FormFieldInfo } from '#forms';
export {
  type ArrangePdfOptions,
  arrangePdf,
  type PdfPart,
  type SplitPdfOptions,
  splitPdf,
} from '#library/arrange-pdf';
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
  type TemplateId,
} from '#library/client/client';
export type {
  BatchBody,
  JobClient,
  JobRequest,
  JobRowsOptions,
  WaitForJobOptions,
} from '#library/client/job-client';
export type { WebhookClient } from '#library/client/webhook-client';
export {
  type CompileTemplateOptions,
  compileTemplate,
  type RenderTemplateOptions,
  type TwigTemplate,
} from '#library/compile-template';
export type { DocumentOptions, Length, SideMargins, StampOption } from '#library/document-options';
export { type ExtractAttachmentsOptions, extractAttachments } from '#library/extract-attachments';
export { type FillFormOptions, fillForm } from '#library/forms/fill-form';
export { type ListFormFieldsOptions, listFormFields } from '#library/forms/list-form-fields';
export type { DrawnImage, ImageOptions } from '#library/images/draw-pdf';
export type { RenderedScreenshot, ScreenshotOptions, ScreenshotSource } from '#library/images/screenshot';
export { type MergeInput, type MergePdfsOptions, mergePdfs } from '#library/merge-pdfs';
export type { PdfResult, RenderedPdf } from '#library/pdf-result';
export {
  type HtmlOptions,
  openRenderer,
  type Renderer,
  type RendererOptions,
  type RowResult,
  type RowsRequest,
  type TemplateRequest,
} from '#library/renderer';
export { type ServerHandle, type ServerLog, type ServerOptions, startServer } from '#library/server';
export {
  type SignPdfOptions,
  type SignPdfResult,
  signPdf,
} from '#library/signing/sign-pdf';
export type { TemplateFileSet, TemplateSource } from '#library/template-source';
export { type UnlockedPdf, type UnlockPdfOptions, unlockPdf } from '#library/unlock-pdf';
export type { Attachment as AttachedFile, Bookmark } from '#pdf';
export type { PdfAttachment } from '#pdf/attachments/pdf-attachment';
export type { NamedProperties } from '#pdf/xmp/named-properties';
export type { RenderReport } from '#render/render-request';
