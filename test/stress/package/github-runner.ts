/** Runs the steps of a composite action as GitHub's runner does: expressions, variables, files, commands. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { bare } from '../../support/run.ts';

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly shell?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string | number>>;
}

/** A command in the log, such as `::error file=a.html,line=1::Message`, decoded. */
interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

export interface ActionRun {
  readonly failed: boolean;
  /** Names of the steps that ran. */
  readonly steps: readonly string[];
  /** The inputs of the actions that were used. */
  readonly used: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly outputs: Readonly<Record<string, string>>;
  readonly commands: readonly WorkflowCommand[];
  readonly summary: string;
  readonly log: string;
}

/** Runs the action of a folder. `uses` steps are recorded and do nothing. */
export async function runAction(
  actionPath: string,
  action: Action,
  given: {
    readonly workspace: string;
    readonly inputs?: Readonly<Record<string, string>>;
    /** Of the `uses` steps, which do nothing. */
    readonly outputsOfActions?: Readonly<Record<string, string>>;
  },
): Promise<ActionRun> {
  const temporary = mkdtempSync(join(dirname(given.workspace), 'runner-'));
  const inputs = { ...mapValues(action.inputs, (input) => String(input.default)), ...given.inputs };
  const unknown = Object.keys(inputs).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown}.`);
  const outputsOfSteps: Record<string, Record<string, string>> = {};
  const steps: string[] = [];
  const used: Record<string, Record<string, string>> = {};
  let failed = false;
  let log = '';
  let summary = '';
  const find = (path: string): string => {
    const [context, name = '', ...rest] = path.split('.');
    // Not a machine of GitHub: no step may change the settings of the one that tests.
    const runner: Record<string, string> = { os: 'Linux', environment: 'self-hosted', temp: temporary };
    if (context === 'inputs' && name in inputs) return inputs[name] ?? '';
    if (context === 'runner' && name in runner) return runner[name] ?? '';
    if (context === 'github' && name === 'action_path') return actionPath;
    if (context === 'steps' && rest[0] === 'outputs') return outputsOfSteps[name]?.[rest[1] ?? ''] ?? '';
    throw new Error(`This runner does not know ${path}.`);
  };
  const fill = (text: unknown) =>
    String(text).replace(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, path: string) => find(path));

  for (const [index, step] of action.runs.steps.entries()) {
    if (!evaluate(step.if, failed, find)) continue;
    steps.push(step.name);
    if (step.uses !== undefined) {
      // An action that is used twice is recorded by the names of its steps.
      used[step.uses in used ? step.name : step.uses] = mapValues(step.with ?? {}, fill);
      if (step.id !== undefined) outputsOfSteps[step.id] = { ...given.outputsOfActions };
      continue;
    }
    const file = (name: string) => join(temporary, `${name}-${index}`);
    for (const name of ['output', 'env', 'path', 'summary']) writeFileSync(file(name), '');
    writeFileSync(file('script.sh'), step.run ?? '');
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', file('script.sh')];
    const { all, exitCode } = await execa('bash', shell, {
      cwd: given.workspace,
      env: {
        ...bare,
        PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: actionPath,
        GITHUB_WORKSPACE: given.workspace,
        GITHUB_OUTPUT: file('output'),
        GITHUB_ENV: file('env'),
        GITHUB_PATH: file('path'),
        GITHUB_STEP_SUMMARY: file('summary'),
        RUNNER_TEMP: temporary,
        RUNNER_OS: 'Linux',
        ...mapValues(step.env ?? {}, fill),
      },
      all: true,
      reject: false,
      stdin: 'ignore',
    });
    if (exitCode !== 0) failed = true;
    log += `${all}\n`;
    summary += readFileSync(file('summary'), 'utf8');
    if (step.id !== undefined) outputsOfSteps[step.id] = parseOutputs(readFileSync(file('output'), 'utf8'));
  }
  const outputs = mapValues(action.outputs, ({ value }) => fill(value));
  return { failed, steps, used, outputs, commands: parseCommands(log), summary, log };
}

/** Makes a workspace of these files. */
export function createWorkspace(parent: string, files: Readonly<Record<string, string>>): string {
  const workspace = mkdtempSync(join(parent, 'workspace-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  return workspace;
}

/** Evaluates `a == 'b' && always()`: no parentheses, and success() if no function of status is called. */
function evaluate(condition: string | undefined, failed: boolean, find: (path: string) => string): boolean {
  if (condition === undefined) return !failed;
  const term = (text: string): boolean => {
    if (text === 'always()') return true;
    const [, path, operator, value] = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(text) ?? [];
    if (path === undefined) throw new Error(`This runner does not understand ${text}.`);
    // As GitHub compares text.
    const isEqual = find(path).toLowerCase() === value?.toLowerCase();
    return operator === '==' ? isEqual : !isEqual;
  };
  const isMet = condition.split(' && ').every((text) => term(text.trim()));
  return isMet && (condition.includes('always()') || !failed);
}

/** `name=value`, and values of several lines between delimiters. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    const [, name = '', end] = /^([\w-]+)<<(.+)$/.exec(line) ?? [];
    if (end !== undefined) {
      outputs[name] = lines.splice(0, lines.indexOf(end)).join('\n');
      lines.shift();
    } else if (line !== '') outputs[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  }
  return outputs;
}

/** Finds commands as the runner does: `::name::` at the start of a line, but for spaces, and `##[name]` anywhere. */
function parseCommands(log: string): WorkflowCommand[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, name, properties = '', message = ''] =
      /^\s*::([\w-]+)(?: ([\s\S]*?))?::([\s\S]*)$/.exec(line) ??
      /##\[([\w-]+)(?: ([^\]]*))?\]([\s\S]*)$/.exec(line) ??
      [];
    if (name === undefined) return [];
    const pairs = properties
      .split(',')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), decode(pair.slice(pair.indexOf('=') + 1))]);
    return [{ name, properties: Object.fromEntries(pairs), message: decode(message) }];
  });
}

const decode = (text: string) =>
  [
    ['%0D', '\r'],
    ['%0A', '\n'],
    ['%3A', ':'],
    ['%2C', ','],
    ['%25', '%'],
  ].reduce((before, [code = '', character = '']) => before.replaceAll(code, character), text);

const mapValues = <T, U>(object: Readonly<Record<string, T>>, convert: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, convert(value)]));
