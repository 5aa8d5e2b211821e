/** A fault in `editor.json` and its position. */
export interface EditorFault {
  readonly path: readonly string[];
  readonly message: string;
  readonly hint?: string | undefined;
  readonly isWarning?: boolean;
}

/** Reports a fault in a key of one element. */
export type ReportFault = (key: string, message: string, hint?: string) => void;
