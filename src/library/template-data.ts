/** Converts the values of a JavaScript program to data of a template. */
import { type Data, parseDataFile } from '#template/data/parse-data-file';
import { stringifyData } from './stringify-data.ts';

/** Throws `invalid_data` for what is not a JSON object when it is written as JSON. */
export const toTemplateData = (data: object): Data => parseDataFile('the data', stringifyData(data));
