/** Wraps each compared engine in the same two steps: compile a source text, then render data. */
import { createRequire } from 'node:module';
import { compile } from '../../src/twig/index.ts';

export interface Engine {
  readonly name: string;
  /** Compiles without using the engine's cache and returns the render function. */
  readonly compile: (source: string) => (data: Record<string, unknown>) => string;
}

const require = createRequire(import.meta.url);

// The peers are not dependencies of the project, so their types are missing during type checking.
interface Twig {
  twig(options: object): { render(data: object): string };
}
interface Twing {
  createSynchronousArrayLoader(templates: object): object;
  createSynchronousEnvironment(
    loader: object,
    options: object,
  ): { loadTemplate(name: string): { render(environment: object, data: object): string } };
}
interface Nunjucks {
  Environment: new (
    loader: null,
    options: object,
  ) => { addFilter(name: string, filter: (value: number, places: number) => string): void };
  Template: new (
    source: string,
    environment: object,
    name: string,
    eager: boolean,
  ) => { render(data: object): string };
}

export function engines(): Engine[] {
  const twig = require('twig') as Twig;
  const twing = require('twing') as Twing;
  const nunjucks = require('nunjucks') as Nunjucks;
  return [
    {
      name: 'twig',
      compile(source) {
        const template = compile(source);
        return (data) => template.render(data);
      },
    },
    {
      name: 'nunjucks',
      compile(source) {
        const environment = new nunjucks.Environment(null, { autoescape: true });
        // nunjucks has no `number_format`; this is a fast implementation.
        environment.addFilter('number_format', (value, places) =>
          value.toFixed(places).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ','),
        );
        // nunjucks has no `_self`; templates call their own macros by name.
        const own = source.replace('{% import _self as cash %}', '').replaceAll('cash.', '');
        const template = new nunjucks.Template(own, environment, 'bench', true);
        return (data) => template.render(data);
      },
    },
    {
      name: 'twig',
      compile(source) {
        const template = twig.twig({ data: source, autoescape: true, rethrow: true });
        return (data) => template.render(data);
      },
    },
    {
      name: 'twing',
      compile(source) {
        const loader = twing.createSynchronousArrayLoader({ bench: source });
        const environment = twing.createSynchronousEnvironment(loader, { autoEscapingStrategy: 'html' });
        // `environment.render()` would look up the template on each call.
        const template = environment.loadTemplate('bench');
        return (data) => template.render(environment, data);
      },
    },
  ];
}
