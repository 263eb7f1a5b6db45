/**
 * Pages whose files are fetched when they are opened. Where that fails the application stays: a
 * server that cannot be reached is waited for (the frame says so), one that is there is asked again
 * a few times. The router's own loader reloads the window instead, which ends at the browser's error
 * page while there is no connection.
 */
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { lookAgain, whenReachable } from '../api/connection.ts'

const maxTries = 4
const pauseMs = 400

/** A page file that is not there any more: the server has a newer version of the application. */
export class PageGone extends Error {}

export function lazyPage<
  Module extends Record<string, unknown>,
  Name extends keyof Module & string,
>(load: () => Promise<Module>, name: Name): RouteComponent {
  return lazyRouteComponent(() => loadPatiently(load), name as never) as RouteComponent
}

/** A part of a page that is fetched by itself, as patiently. */
export function lazyPart<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] {
  const part = async () => ({ default: (await loadPatiently(load))[name] as ComponentType<object> })
  return lazy(part) as Module[Name]
}

/** A page that is drawn with what is in first.css alone. */
export function lightPage<
  Module extends Record<string, unknown>,
  Name extends keyof Module & string,
>(load: () => Promise<Module>, name: Name): RouteComponent {
  return lazyRouteComponent(() => insist(load), name as never) as RouteComponent
}

let loadStyle: () => Promise<unknown> = async () => {}

/** Says where the style is that whatever is fetched is drawn with, besides first.css. */
export const styleLater = (load: () => Promise<unknown>): void => {
  loadStyle = load
}

/** Loads what `load` fetches, and how it looks, through lost connections. Throws PageGone. */
export async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([insist(load), insist(loadStyle)])
  return module
}

async function insist<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let tries = 1; ; tries++) {
    try {
      return await load()
    } catch (cause) {
      await lookAgain()
      await whenReachable()
      if (tries >= maxTries) throw new PageGone('A page could not be loaded.', { cause })
      await new Promise(resolve => setTimeout(resolve, pauseMs * tries))
    }
  }
}
