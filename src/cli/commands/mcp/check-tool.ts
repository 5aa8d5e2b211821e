import { checkConformanceInThread } from '../../../core/conformance/index.ts';
import { PdfError } from '../../../core/pdf/index.ts';
import { unreadablePdf } from '../../../core/pdf/reading/unreadable-pdf.ts';
import { collectTemplateFiles } from '../../../core/template/load/collect-template-files.ts';
import { describeTemplateCheck } from '../../../mcp/describe-check.ts';
import type { ToolArguments } from '../../../mcp/tool-arguments.ts';
import type { ToolResult } from '../../../mcp/tool-result.ts';
import { toCheckView } from '../../../studio/check-view.ts';
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
