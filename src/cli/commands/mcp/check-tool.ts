import { checkConformanceInThread } from '#conformance';
import { describeTemplateCheck } from '#mcp/describe-check';
import type { ToolArguments } from '#mcp/tool-arguments';
import type { ToolResult } from '#mcp/tool-result';
import { PdfError } from '#pdf';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import { toCheckView } from '#studio/check-view';
import { collectTemplateFiles } from '#template/load/collect-template-files';
import { localTeam, type Workshop } from './workshop.ts';

export async function checkTool(
  { root, checker }: Workshop,
  { template: name, pdf = '' }: ToolArguments<'check'>,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (name !== undefined) {
    const files = await collectTemplateFiles(await root.find(name));
    const found = await checker.describe(files, name, localTeam, signal);
    return { report: { name, ...describeTemplateCheck(found) } };
  }
  const bytes = await root.readPdf(pdf);
  try {
    return { report: toCheckView(await checkConformanceInThread(bytes)) };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw unreadablePdf(error, `${pdf}: ${error.message}`);
  }
}
