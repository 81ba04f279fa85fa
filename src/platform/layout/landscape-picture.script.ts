// Without this script the picture appears at once; with it, what came late fades in.
for (const picture of document.querySelectorAll<HTMLImageElement>('[data-landscape]')) {
  if (picture.complete) continue
  picture.dataset['coming'] = ''
  const show = () => delete picture.dataset['coming']
  picture.addEventListener('load', show)
  picture.addEventListener('error', show)
}
