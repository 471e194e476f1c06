import { jsonFile, type PublishedFile } from './file.ts';

/** The JSON Schemas of src/schema by their path there, published at `/schema/<path>` and named by that address. */
export const schemaFiles = (schemas: ReadonlyMap<string, object>, siteUrl: string): PublishedFile[] =>
  [...schemas].map(([path, schema]) => {
    const file = `schema/${path}`;
    return jsonFile(file, () => ({ $id: `${siteUrl}/${file}`, ...schema }));
  });
