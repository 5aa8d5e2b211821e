import { type Callable, callable } from '../../compiler/callable.ts';
import { toText } from '../../runtime/values/text.ts';
import { TwigInterval } from '../date/interval.ts';
import { toDate } from '../date/to-date.ts';

export const dateFilters: [string, Callable][] = [
  [
    'date',
    callable('date format? timezone?', (runtime, value, format, zone) => {
      if (value instanceof TwigInterval)
        return value.format(format === undefined || format === null ? '%d days' : toText(format));
      const pattern = format === undefined || format === null ? 'F j, Y H:i' : toText(format);
      runtime.charge(pattern.length * 8);
      return runtime.built(toDate(runtime, value, zone).format(pattern));
    }),
  ],
  [
    'date_modify',
    callable('date modifier', (runtime, value, modifier) =>
      toDate(runtime, value, false).modify(toText(modifier)),
    ),
  ],
];
