const styles = `body{margin:0;padding:40px;background:#efe9df;color:#2b2019;font:16px/1.5 system-ui,sans-serif}
h1{font-weight:500}section{margin:56px 0}h2{font-weight:500;margin:0 0 4px}p{margin:0 0 16px;color:#6b5a4b}
.views{display:flex;gap:20px;align-items:flex-start;overflow-x:auto}
iframe{border:1px solid #cdbfae;height:760px;flex:none;background:#fff}`

const views = [
  { as: 'light', width: 640 },
  { as: 'dark', width: 640 },
  { as: 'light', width: 320 },
  { as: 'text', width: 560 },
] as const

const frame = (kind: string, { as, width }: (typeof views)[number]) =>
  `<iframe src="/${kind}?as=${as}" width="${width}" loading="lazy" title="${kind}, ${as}, ${width} px"></iframe>`

/** All emails side by side: light, dark, on a small screen, and as plain text. */
export const mailPreviewPage = (
  emails: readonly { kind: string; subject: string; html: string }[],
): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Emails</title><style>${styles}</style><h1>Emails</h1>${emails
    .map(
      ({ kind, subject, html }) =>
        `<section><h2>${subject}</h2><p>${kind}, ${(Buffer.byteLength(html) / 1024).toFixed(1)} kB</p><div class="views">${views.map((view) => frame(kind, view)).join('')}</div></section>`,
    )
    .join('')}</html>`
