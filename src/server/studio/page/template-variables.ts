/** The variables of the open template, for completion. They are read again after a change, but not too often. */
import type { DataSchemaJson } from '#template/schema/data-schema-json';
import { server, type UnsavedTemplate } from './server.ts';

export interface TemplateVariables {
  /** Resolves to a JSON Schema, or to undefined if there is none yet. Waits only for the first one. */
  read(): Promise<DataSchemaJson | undefined>;
  changed(): void;
  clear(): void;
}

/** Milliseconds: what was known before is good enough for a while. */
const pause = 3_000;
/** While nothing is known. */
const shortPause = 500;

/** `files` returns the files as they are sent, or undefined if no template is open. */
export function startTemplateVariables(files: () => UnsavedTemplate | undefined): TemplateVariables {
  let known: DataSchemaJson | undefined;
  let isStale = true;
  let asked = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function ask() {
    const body = files();
    if (!body) return;
    isStale = false;
    asked = performance.now();
    try {
      // Null while an expression is being typed: the last schema then still applies.
      known = (await server.readVariables(body)).schema ?? known;
    } catch {
      isStale = true;
    }
  }

  return {
    async read() {
      if (isStale && !asking && performance.now() - asked > (known ? pause : shortPause)) {
        asking = ask().finally(() => {
          asking = undefined;
        });
      }
      if (!known) await asking;
      return known;
    },
    changed() {
      isStale = true;
    },
    clear() {
      known = undefined;
      isStale = true;
      asked = Number.NEGATIVE_INFINITY;
    },
  };
}
