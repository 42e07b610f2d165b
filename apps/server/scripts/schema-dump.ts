import { fileURLToPath } from 'node:url'
import { Client } from 'pg'

/** The path of the dump in the repository. */
export const dumpPath = fileURLToPath(new URL('../../../prisma/database.sql', import.meta.url))

/** Returns the tables, types, views, functions and triggers of a database as readable SQL, by name. */
export async function dumpSchema(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const parts: string[] = []
    for (const query of [types, tables, views, functions]) {
      const { rows } = await client.query<{ sql: string }>(query)
      parts.push(
        ...rows.map(({ sql }) =>
          sql
            .replaceAll(' public.', ' ')
            .replace(/[ \t]+$/gm, '')
            .trim(),
        ),
      )
    }
    return `${HEADER}\n${parts.join('\n\n')}\n`
  } finally {
    await client.end()
  }
}

const HEADER = `-- The whole current database: what the migrations and asset.sql come to. It is here to be read, and no program runs it.
-- \`pnpm migration\` writes it, and a test fails when it is out of date.
`

/** The width at which PostgreSQL wraps the lists of columns of a view. */
const WIDTH = 120

const types = `
  SELECT format('CREATE TYPE %I AS ENUM (%s);', typname, string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder)) AS sql
  FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid
  WHERE typnamespace = 'public'::regnamespace
  GROUP BY typname ORDER BY typname COLLATE "C"`

/**
 * Selects each table with its constraints, indexes and triggers. A key of one column is written beside the column, if it has the usual
 * name.
 */
const tables = `
  SELECT format(E'CREATE TABLE %I (\\n%s\\n)%s;', relname, columns || coalesce(E',\\n' || constraints, ''),
      coalesce(' WITH (' || array_to_string(reloptions, ', ') || ')', ''))
    || coalesce(E'\\n' || indexes, '') || coalesce(E'\\n' || triggers, '') AS sql
  FROM pg_class AS relation
  CROSS JOIN LATERAL (
    SELECT array_agg(oid) AS inline FROM pg_constraint
    JOIN pg_attribute ON attrelid = conrelid AND conkey = ARRAY[attnum]
    WHERE conrelid = relation.oid
      AND conname = CASE contype WHEN 'p' THEN relname || '_pkey' WHEN 'f' THEN relname || '_' || attname || '_fkey' END
  ) AS keys
  CROSS JOIN LATERAL (
    SELECT string_agg(concat('    ', quote_ident(attname), ' ', format_type(atttypid, atttypmod),
      ' COLLATE ' || nullif(nullif(attcollation, 0)::regcollation::text, '"default"'),
      CASE WHEN attnotnull THEN ' NOT NULL' END, ' DEFAULT ' || pg_get_expr(adbin, adrelid), key), E',\\n' ORDER BY attnum) AS columns
    FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    CROSS JOIN LATERAL (
      SELECT string_agg(regexp_replace(pg_get_constraintdef(oid), '^(PRIMARY KEY|FOREIGN KEY) \\([^)]*\\)', CASE contype WHEN 'p' THEN ' PRIMARY KEY' ELSE '' END), '') AS key
      FROM pg_constraint WHERE oid = ANY (inline) AND conkey = ARRAY[attnum]
    ) AS key
    WHERE attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
  ) AS columns
  CROSS JOIN LATERAL (
    SELECT string_agg(format('    CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), E',\\n' ORDER BY contype <> 'p', conname COLLATE "C") AS constraints
    FROM pg_constraint WHERE conrelid = relation.oid AND contype <> 'n' AND oid <> ALL (coalesce(inline, '{}'))
  ) AS constraints
  CROSS JOIN LATERAL (
    SELECT string_agg(replace(pg_get_indexdef(indexrelid), ' USING btree', '') || ';', E'\\n' ORDER BY indexrelid::regclass::text COLLATE "C") AS indexes
    FROM pg_index WHERE indrelid = relation.oid AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = relation.oid)
  ) AS indexes
  CROSS JOIN LATERAL (
    SELECT string_agg(pg_get_triggerdef(oid) || ';', E'\\n' ORDER BY tgname COLLATE "C") AS triggers
    FROM pg_trigger WHERE tgrelid = relation.oid AND NOT tgisinternal
  ) AS triggers
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
  ORDER BY relname COLLATE "C"`

const views = `
  SELECT format(E'CREATE VIEW %I AS\\n%s', relname, pg_get_viewdef(oid, ${WIDTH})) AS sql
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v' ORDER BY relname COLLATE "C"`

/** Selects the functions, with everything before the body on one line. */
const functions = `
  SELECT concat(regexp_replace(head, E'\\n ', ' ', 'g'), ' ', replace(rtrim(body, E'\\n'), '$function$', '$$'), ';') AS sql
  FROM pg_proc, pg_get_functiondef(pg_proc.oid) AS definition,
    LATERAL (SELECT strpos(definition, CASE WHEN prosqlbody IS NULL THEN E'\\nAS ' ELSE E'\\nRETURN ' END)) AS at (place),
    LATERAL (SELECT left(definition, place - 1), substr(definition, place + 1)) AS parts (head, body)
  WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
  ORDER BY proname COLLATE "C"`
