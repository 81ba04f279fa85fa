import type { Route } from './+types/home'

export const meta: Route.MetaFunction = () => [{ title: 'Kohue' }]

export default function Home() {
  return (
    <main id="content">
      <h1>Kohue</h1>
    </main>
  )
}
