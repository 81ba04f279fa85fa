import { requireStaff } from '#web/guards.ts'
import { csvLoader } from '#web/routes/admin/list-route.ts'

export const middleware = [requireStaff]
export const loader = csvLoader('differences')
