/** What is wrong in `editor.json`, and where. */
export interface EditorFault {
  readonly path: readonly string[];
  readonly message: string;
  readonly hint?: string;
  readonly isWarning?: boolean;
}

/** Tells of a fault in a key of one element. */
export type TellFault = (key: string, message: string, hint?: string) => void;
