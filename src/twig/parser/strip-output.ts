/** Checks the body of a template that extends another one: it prints only through its blocks. */
import type { Node } from './ast.ts';

type Fail = (detail: string, at: number) => never;

/** Removes blank text and the tags of blocks from a body. Calls `fail` for any other output, and for nested blocks. */
export function stripOutput(node: Node, fail: Fail, nested = false): Node {
  const nothing: Node = { kind: 'nothing', at: node.at };
  const reject = (at: number) =>
    fail(
      'A template that extends another one cannot have content outside its blocks. Put it into a {% block %}.',
      at,
    );
  const inner = (child: Node) => stripOutput(child, fail, true);
  switch (node.kind) {
    case 'text':
      if (/^[ \t\n\r\0\v\f\ufeff]*$/.test(node.text)) return nothing;
      return reject(node.at);
    case 'print':
    case 'include':
    case 'embed':
    case 'apply':
      return reject(node.at);
    case 'block':
      if (nested) fail('A block cannot stand inside a tag here: its template has a parent.', node.at);
      return nothing;
    case 'sequence':
      return { ...node, children: node.children.map((child) => stripOutput(child, fail, nested)) };
    case 'if': {
      const branches = node.branches.map((each) => ({ ...each, body: inner(each.body) }));
      return { ...node, branches, otherwise: node.otherwise && inner(node.otherwise) };
    }
    case 'for':
      return { ...node, body: inner(node.body), otherwise: node.otherwise && inner(node.otherwise) };
    case 'with':
    case 'autoescape':
      return { ...node, body: inner(node.body) };
    default:
      return node;
  }
}
