/** A D1 database as wrangler's configuration binds it. */
export interface BoundDatabase {
  readonly binding: string;
  readonly database_name?: string;
  readonly database_id?: string;
}

/**
 * The configuration by which the editor's desk reaches the deployed database. Bindings are local unless each says `remote`,
 * and a local one that nobody wrote to is empty and tells nobody; the service itself keeps the plain ones.
 * @throws where `database`, of the file `config`, has no id of its own yet
 */
export function deskConfig(database: BoundDatabase, config: string): object {
  const { database_name: name, database_id: id } = database;
  if (!id || /^[0-]*$/.test(id)) {
    throw new Error(
      `${config} names no database: the database_id of ${name} is a placeholder. Put in the id that \`npx wrangler d1 create ${name}\` printed.`,
    );
  }
  return { name: 'materia-desk', compatibility_date: '2026-07-01', d1_databases: [{ ...database, remote: true }] };
}
