/** The paper of an editor template, in millimetres. */
export interface PageSetting {
  readonly width: number;
  readonly height: number;
  /** Top, right, bottom, left. */
  readonly padding: readonly number[];
}
