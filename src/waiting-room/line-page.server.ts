import type { OfferName } from '#catalogue/offers/offers.rules.ts'
import { isOffer } from '#catalogue/offers/offers.rules.ts'
import { releaseCopy } from '#catalogue/on-sale/release.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { escaped, hashOf, standaloneStyle } from '#platform/http/standalone-page.server.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'
import { plural } from '#platform/text/plural.rules.ts'

import type { LineNews } from './line-here.server.ts'
import { leftInWords, peopleAhead, turnLasts, waitInWords } from './line.rules.ts'
import type { Lost } from './room.server.ts'
import type { Wish } from './tickets.server.ts'

export type Shown = {
  title: string
  timeZone: string
  /** The page that was asked for; a form's is asked for anew. */
  to: string
  ticket: number
  place: number
  lost: Lost
  isSignedIn: boolean
  kept: number
  keptUntil: number
  wish: Wish
  news: LineNews
}

const turn = `${inWords(turnLasts / 60_000)} minutes`

const lostInWords = {
  late: `Your earlier place is gone: nobody came within ${turn} of its turn, or it was given up on another page or device. You have a new number.`,
  used: 'Your earlier place was already used, so you have a new number.',
} as const satisfies Record<NonNullable<Lost>, string>

const style = `${standaloneStyle}.ahead{display:block;font-size:clamp(4rem,2rem + 10vw,8rem);line-height:1;color:#9a6238;font-variant-numeric:lining-nums tabular-nums}
.note{margin:0 auto 1.5rem;padding:1rem 1.25rem;border:1px solid #dbc6a6;background:#fdf8ee}
ul{list-style:none;margin:2rem auto;padding:0;max-width:30rem;text-align:left}
li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:baseline;padding:.75rem 0;border-bottom:1px solid #dbc6a6}
li b{font-weight:400}li span{color:#72563f}li[data-left=none] span{color:#8f2d22}
li form{flex-basis:100%}li:not([data-left=none]) form{display:none}
form{margin:0}
button{font:inherit;font-size:1.0625rem;min-height:3rem;padding:.5rem 1.5rem;border:1px solid #824f2a;background:none;color:#824f2a;cursor:pointer}
button:hover{background:#fdf8ee}
label{display:inline-flex;gap:.75rem;align-items:center;justify-content:center;flex-basis:100%;min-height:3rem;cursor:pointer}
input{width:1.25rem;height:1.25rem;accent-color:#824f2a}
[hidden]{display:none}
.told{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.foot{display:flex;flex-wrap:wrap;gap:1rem 2rem;justify-content:center;align-items:center;margin-top:2rem}
footer{color:#72563f;text-align:center;font-size:1rem}footer p{margin:.25rem auto}footer a{color:inherit}
`

/** Asks how far the line is, the same of everybody; opens the page by itself when the turn has come. */
const script = `
const root=document.querySelector('main'),d=root.dataset,place=+d.place,$=id=>document.getElementById(id)
const say=(id,text)=>{const at=$(id);if(at.textContent!==text)at.textContent=text}
const words=${waitInWords},people=${peopleAhead}
let said=0,early=$('pace').textContent
const go=async()=>{if($('sound').checked)try{const a=new AudioContext,o=a.createOscillator(),g=a.createGain();g.gain.setValueAtTime(.08,a.currentTime);g.gain.exponentialRampToValueAtTime(.001,a.currentTime+.9);o.frequency.value=523;o.connect(g).connect(a.destination);o.start();o.stop(a.currentTime+.9);await new Promise(r=>setTimeout(r,1e3))}catch{}
location.replace(d.to)}
async function look(){let wait=10
try{const r=await fetch('/waiting-line'),n=await r.json()
const isDrawn=+d.drawn!==n.drawnUpTo&&+d.ticket<=n.drawnUpTo
if(!n.isOpen||+d.ticket===0||isDrawn||!n.opensAt&&place<=n.letIn)return go()
if(d.opens&&n.opensAt&&+d.opens!==n.opensAt)return location.replace(d.to)
const ahead=Math.max(0,place-n.letIn-1)
if(n.opensAt)say('pace',n.isHeld?$('held').textContent:early)
else{say('ahead',ahead.toLocaleString('en-US'));say('people',people(ahead));document.title=ahead.toLocaleString('en-US')+' ahead \\u00b7 '+d.title
say('pace',n.isStill?$('still').textContent:n.isPaused?$('paused').textContent:words(ahead,n.pace))
if(Date.now()-said>3e4||ahead<4){said=Date.now();say('told',ahead+' ahead. '+$('pace').textContent)}}
let gone=''
for(const w of n.wines)if(w.at===d.at)for(const li of document.querySelectorAll('li'))if(li.dataset.id===w.id&&li.dataset.left!==w.left){li.dataset.left=w.left;li.querySelector('span').textContent=${JSON.stringify(leftInWords)}[w.left];if(w.left==='none')gone+=li.querySelector('b').textContent+' is sold out.'+(li.querySelector('form')?' You can ask for it below. ':' ')}
if(gone)say('told',gone.trim())
const all=[...document.querySelectorAll('li')];if(all[0])$('gone').hidden=all.some(li=>li.dataset.left!=='none')
wait=ahead<25?1.5:n.wines.some(w=>w.left==='few')?3:Math.min(20,10+ahead/500)
if(n.isHeld)wait=5
else if(n.opensAt){const left=(n.opensAt-Date.now())/1e3;wait=Math.max(1,Math.min(15,left+1))}
}catch{wait=5}
setTimeout(look,wait*1e3*(.8+Math.random()*.4))}
setTimeout(look,1e3)
$('choose').hidden=false
`

/** Of the page alone: its own style and script, and nothing else. */
export const linePolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join(';')

const stillSentence =
  'Our database can’t be reached at the moment. The line stands still, and your place is kept.'
const heldSentence =
  'The winery has paused the sale for a moment. Once it opens, places are drawn at random among everyone who is here.'
const pausedSentence = 'The winery has paused the line for a moment. Your place is kept.'

const goneSentence = {
  shop: 'These wines are sold out. There is no need to wait for them: ask for one here, and we will write to you.',
  offer: 'This wine is sold out. There is no need to wait for it.',
} as const

/** Where the wines are that this page sells. */
function placeOf(to: string): 'shop' | OfferName {
  const [, page = ''] = /^\/([^/?]*)/.exec(to) ?? []
  return isOffer(page) ? page : 'shop'
}

/** The page of somebody who waits: whole without a script, which only keeps it up to date. */
export function linePage(shown: Shown): string {
  const { title, to, ticket, place, lost, isSignedIn, kept, keptUntil, wish, news, timeZone } =
    shown
  const ahead = Math.max(0, place - news.letIn - 1)
  const dates = shopDates(timeZone)
  const isBefore = news.opensAt !== null
  const count = ahead.toLocaleString('en-US')
  const at = placeOf(to)
  const shownWines = news.wines.filter((wine) => wine.at === at)
  const allSoldOut = shownWines.every(({ left }) => left === 'none')
  const [head, browserTitle] =
    ticket === 0
      ? ['You are in line', `In line · ${title}`]
      : isBefore
        ? ['You are early', `In line · ${title}`]
        : [
            `<span class="ahead" id="ahead">${count}</span><span id="people">${peopleAhead(ahead)}</span>`,
            `${count} ahead · ${title}`,
          ]
  const pace = news.isStill
    ? stillSentence
    : ticket === 0
      ? 'Many people have come at once. You will get your number in a moment.'
      : news.isHeld
        ? heldSentence
        : isBefore
          ? `The sale opens at ${escaped(dates.weekdayMoment(new Date(news.opensAt!)))}. Places are then drawn at random among everyone who is here, so there is no need to be first. Anyone who comes later joins the end of the line.`
          : news.isPaused
            ? pausedSentence
            : waitInWords(ahead, news.pace)
  const wines = shownWines
    .map(
      ({ id, title: name, left }) =>
        `<li data-id="${escaped(id)}" data-left="${left}"><b>${escaped(
          name,
        )}</b><span>${leftInWords[left]}</span>${
          isSignedIn && at === 'shop'
            ? `<form method="post" action="${escaped(paths.interest(id))}"><input type="hidden" name="in" value="wine"><input type="hidden" name="productId" value="${escaped(id)}"><input type="hidden" name="to" value="${paths.dashboard()}"><button aria-label="${releaseCopy.requestToAcquire} ${escaped(name)}">${releaseCopy.requestToAcquire}</button></form>`
            : ''
        }</li>`,
    )
    .join('')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#f3eadb">
<title>${escaped(browserTitle)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<noscript><meta http-equiv="refresh" content="${ticket === 0 || ahead < 25 ? 5 : 15}; url=${escaped(to)}"></noscript>
<style>${style}</style>
</head>
<body>
<header><a href="${paths.home()}">${escaped(title)}</a></header>
<main id="content" data-place="${place}" data-ticket="${ticket}" data-drawn="${news.drawnUpTo}" data-opens="${news.opensAt ?? ''}" data-to="${escaped(to)}" data-at="${at}" data-title="${escaped(title)}">
<p class="caps">The line</p>
<h1>${head}</h1>
<p id="pace">${pace}</p>
<p class="told" id="told" role="status" aria-live="polite"></p>
<hr class="rule">
${lost ? `<p class="note">${lostInWords[lost]}</p>` : ''}
${
  kept > 0
    ? `<p class="note">Your allocation of ${plural(kept, 'case')} is kept for you until ${escaped(
        dates.weekdayMoment(new Date(keptUntil)),
      )}; there is no need to wait now.</p>`
    : ''
}
${wines === '' ? '' : `<p class="note" id="gone"${allSoldOut ? '' : ' hidden'}>${goneSentence[at === 'shop' ? 'shop' : 'offer']}</p>`}
<p>When it is your turn, the shop opens here by itself; please come within ${turn}. Your place is kept if you reload or close this page.</p>
${wines === '' ? '' : `<ul aria-label="What is left">${wines}</ul>`}
<div class="foot"><label id="choose" hidden><input type="checkbox" id="sound"> A soft sound when it is my turn</label>
${wish === 'may' ? `<form method="post" action="/waiting-line?email"><button>Email me when it is quieter</button></form>` : ''}
<form method="post" action="/waiting-line"><button>Leave the line</button></form></div>
${wish === 'asked' ? '<p>We will email you when the line has closed. There is no need to stay.</p>' : ''}
<span id="still" hidden>${stillSentence}</span><span id="paused" hidden>${pausedSentence}</span><span id="held" hidden>${heldSentence}</span>
</main>
<footer><p>Everyone has one place, no matter how many tabs or devices.</p><p>${
    isSignedIn
      ? `<a href="${paths.members('orders')}">Your orders</a> and <a href="${paths.members('account')}">your account</a> are open without waiting.`
      : `<a href="${paths.login(to)}">Log in</a> if you have an account: your place is kept.`
  }</p></footer>
<script>${script}</script>
</body>
</html>
`
}
