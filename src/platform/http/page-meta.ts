import type { MetaDescriptor } from 'react-router'

import type { Site } from './context.ts'

/** The part of a route's `meta` arguments that is used here. */
type MetaArgs = {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** The site's settings that appear in a page's head. */
export type HeadSite = Pick<Site, 'title' | 'publicUrl' | 'phone' | 'email'>

/** Shown with shared links; made by `brand/icons.ts`, 1200 × 630. */
const sharePicture = {
  path: '/icons/share.jpg',
  words: 'Rows of vines run toward snow-covered mountains, in sepia, beneath the name Kohue',
}

/**
 * What search engines and shared links say of a page. The title is followed by the shop's, unless it is written with it.
 * Of a description search engines show some 160 characters.
 */
type PageHead = { title: string | ((shop: string) => string); description: string }

/**
 * Head of a page that may be found and shared: title, description, its one address, and what a link
 * to it shows. `facts` are said to search engines as JSON-LD.
 */
export function pageMeta(
  args: MetaArgs,
  { title, description }: PageHead,
  facts?: (site: HeadSite) => readonly object[],
): MetaDescriptor[] {
  const site = siteOf(args)
  if (!site) return [{ title: typeof title === 'string' ? title : title('Kohue') }]
  const fullTitle = typeof title === 'string' ? `${title} · ${site.title}` : title(site.title)
  const url = site.publicUrl + args.location.pathname
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.title },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: site.publicUrl + sharePicture.path },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: sharePicture.words },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(facts?.(site) ?? []).map((fact) => ({ 'script:ld+json': fact }) as MetaDescriptor),
  ]
}

/** Head of a page that search engines leave out: personal pages and those not found. */
export function unlistedMeta(args: MetaArgs, title: string): MetaDescriptor[] {
  const site = siteOf(args)
  return [
    { title: site ? `${title} · ${site.title}` : title },
    { name: 'robots', content: 'noindex' },
  ]
}

function siteOf({ matches }: MetaArgs): HeadSite | null {
  const root = matches.find((match) => match?.id === 'root')
  return (root?.loaderData as { site?: HeadSite } | undefined)?.site ?? null
}
