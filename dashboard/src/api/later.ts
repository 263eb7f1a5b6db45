/** Tells where the calls of all pages go that come after the first view; fetched with any of them. */
import { knowRoutes } from './calls.ts'
import { laterRoutes } from './generated.ts'

knowRoutes(laterRoutes)
