/** Which file of tests starts when. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, as in `test/stress/nodes/chaos.test.ts`: some compute, and some wait for servers that die. Vitest
 * knows durations only of runs before this one, and would start the small files among them last, alone on the machine.
 */
const longest = [
  'nodes/chaos',
  'render/long-documents/random-texts',
  'faults/kill',
  'conformance/generated',
  'render/long-documents/random-tables',
  'faults/fault-day',
  'package/installed',
  'pdf/random-passwords',
  'package/npx',
  'render/paged/random-references',
  'package/release',
  'faults/every-write/every-write',
  'conformance/long-documents',
  'render/golden/seeded-changes',
  'browser/separation',
  'conformance/chosen-pages',
].map((name) => `/test/stress/${name}.test.ts`);

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((path) => moduleId.endsWith(path));
      return place < 0 ? longest.length : place;
    };
    // A process goes on with the next file only if that belongs to the same project. Otherwise, files keep their order.
    const projects = [...new Set(files.map(({ project }) => project.name))];
    const order = ({ project }: TestSpecification): number => projects.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b) || order(a) - order(b));
  }
}
