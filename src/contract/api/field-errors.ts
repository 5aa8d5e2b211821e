/** Validation errors in the format of the API: field name → messages, with dots for nested fields. */
import { z } from 'zod';
import { didYouMean } from '../did-you-mean.ts';
import { familiarName } from '../document/familiar-names.ts';

export type FieldErrors = Record<string, string[]>;

/**
 * The most errors in one response. A body may have a million faults, and the response must not cost more than the body.
 */
const maxFieldErrors = 50;

/** Reports each unknown key separately, with a suggestion from the keys that the schema allows in that place. */
export function fieldErrors(error: z.ZodError, schema: z.ZodType): FieldErrors {
  // Without a prototype, because a client's key may be `__proto__`.
  const errors: FieldErrors = Object.create(null);
  let reportedCount = 0;
  const add = (path: readonly PropertyKey[], message: string) => {
    reportedCount++;
    const field = path.map((step) => shortened(String(step))).join('.');
    errors[field] = [...(errors[field] ?? []), message];
  };
  for (const issue of error.issues.flatMap(specificIssues)) {
    if (reportedCount >= maxFieldErrors) break;
    if (issue.code === 'unrecognized_keys') {
      const { known, isOption } = knownKeys(schema, issue.path);
      const nested =
        issue.path.length === 0 && known.includes('config') ? knownKeys(schema, ['config']).known : [];
      for (const key of issue.keys.slice(0, maxFieldErrors - reportedCount)) {
        // An object in place of a text: its few keys say what it is.
        const allowed = isOption ? ` Allowed: ${known.join(', ')}.` : '';
        add([...issue.path, key], `is unknown.${suggestKey(key, known, nested)}${allowed}`);
      }
    } else add(issue.path, issue.message);
  }
  return errors;
}

const pageSettings = ['format', 'orientation', 'margins', 'header', 'footer', 'lang'];

/** `nested`: the keys of `config`, whose settings other programs have at the top. */
function suggestKey(key: string, known: readonly string[], nested: readonly string[]): string {
  const { field = key, flag, note } = familiarName(key) ?? {};
  const [first = ''] = field.split('.');
  const explained = note === undefined ? '' : ` ${note}`;
  if (field !== key && known.includes(first)) return ` Did you mean "${field}"?${explained}`;
  if (nested.includes(first)) return ` Did you mean "config.${field}"?${explained}`;
  // A document of a template: no field of the request has the paper.
  const hasPaper = known.includes('format') || nested.includes('format');
  const isOfTemplate = !hasPaper && (nested.length > 0 || known.includes('pdfa'));
  if (isOfTemplate && pageSettings.includes(first)) return ' The template has its own page settings.';
  if (hasPaper && field !== key) return ` Did you mean "${field}", beside "config"?${explained}`;
  const command = flag === undefined ? '' : ` Only commands have it: ${flag}.`;
  if (hasPaper && command + explained !== '') return command + explained;
  const longer = known.find((each) => key !== '' && each.startsWith(`${key}_`));
  const similar = didYouMean(longer ?? key, known);
  if (similar !== '' || key === '' || !known.includes('data')) return similar;
  return ' Values for the template go into "data".';
}

/** Where a value may be text or an object and is an object, the faults within it say more than that it is neither. */
function specificIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const within = issue.errors.find((issues) =>
    issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  );
  if (!within || within.length === 0) return [issue];
  return within.map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

/** Returns the number of all faults, including those beyond the reported ones. */
export const countFaults = (error: z.ZodError): number =>
  error.issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);

/** Truncates long names: a name of a megabyte helps no reader. */
const shortened = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

/** Returns the keys of the object schema at a path, and whether a text may be in its place. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): { known: string[]; isOption: boolean } {
  let here: unknown = schema;
  let isOption = false;
  for (const step of path) {
    here = unwrap(here);
    if (here instanceof z.ZodArray) here = here.element;
    else if (here instanceof z.ZodObject) here = here.shape[String(step)];
    here = unwrap(here);
    isOption = here instanceof z.ZodUnion;
    here = objectOption(here);
  }
  here = unwrap(here);
  return { known: here instanceof z.ZodObject ? Object.keys(here.shape) : [], isOption };
}

/** The object among the options of a union. */
const objectOption = (schema: unknown): unknown =>
  schema instanceof z.ZodUnion ? schema.options.find((each) => each instanceof z.ZodObject) : schema;

function unwrap(schema: unknown): unknown {
  let here = schema;
  while (here instanceof z.ZodOptional || here instanceof z.ZodDefault) here = here.unwrap();
  return here;
}
