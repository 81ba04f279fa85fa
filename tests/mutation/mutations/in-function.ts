import type { Mutation } from '../mutation.ts'

type Small = [name: string, search: string, replace: string]

/**
 * Mistakes in one function of the database that one test file ought to notice. They are made in the template of the tests'
 * databases: a changed migration would come too late. Fails where the text is not in the function once.
 */
export const inFunction = (name: string, test: string, mistakes: readonly Small[]): Mutation[] =>
  mistakes.map(([mistake, search, replace]) => ({
    name: mistake,
    sql: `create table unmutated as select pg_get_functiondef('${name}'::regproc) as text;
      do $do$ declare parts text[] := string_to_array((select text from unmutated), $search$${search}$search$);
      begin
        assert cardinality(parts) = 2, 'not once in ${name}';
        execute parts[1] || $replace$${replace}$replace$ || parts[2];
      end $do$`,
    undo: `do $do$ begin execute (select text from unmutated); end $do$; drop table unmutated`,
    tests: [test],
  }))
