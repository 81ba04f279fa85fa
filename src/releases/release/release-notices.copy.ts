/** What the business is told of a release, once each. */
export const releaseNotices = {
  opened: {
    title: 'Se abrió el lanzamiento',
    text: (name: string) => `«${name}» está abierto: los clientes ya pueden comprar.`,
  },
  'sold-out': {
    title: 'Se agotó el lanzamiento',
    text: (name: string) => `De «${name}» no queda ninguna caja.`,
  },
  ended: {
    title: 'Terminó el lanzamiento',
    text: (name: string) =>
      `«${name}» está cerrado. Lo que quedó prometido y no se compró vuelve al stock libre.`,
  },
} as const
