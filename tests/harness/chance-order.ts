import pg from 'pg'

/**
 * Turns around the rows of every statement without ORDER BY. PostgreSQL returns them in the order in which they lie
 * on disk, mostly that of their inserts, until a vacuum frees space between them: code and tests that count on it
 * fail now and then. So they fail at once.
 */
const unordered = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|with|update|delete)(?![^]*order\s+by)/i

const turned = Symbol.for('kohue.turned')
type Query = (this: pg.Client, ...asked: unknown[]) => unknown
const client = pg.Client.prototype as unknown as { query: Query & { [turned]?: true } }

// Files of tests share their modules; the driver is changed once.
if (!client.query[turned]) {
  const { query } = client
  client.query = Object.assign(
    function (this: pg.Client, ...asked: unknown[]) {
      const [statement] = asked as [string | { text?: string }]
      const text = typeof statement === 'string' ? statement : (statement.text ?? '')
      if (!unordered.test(text)) return Reflect.apply(query, this, asked)
      const callback = asked.at(-1)
      if (typeof callback === 'function') {
        asked[asked.length - 1] = (error: unknown, result?: pg.QueryResult) =>
          callback(error, turn(result))
      }
      const answer = Reflect.apply(query, this, asked)
      return answer instanceof Promise ? answer.then(turn) : answer
    } satisfies Query,
    { [turned]: true } as const,
  )
}

function turn<Result extends pg.QueryResult | undefined>(result: Result): Result {
  result?.rows?.reverse()
  return result
}
