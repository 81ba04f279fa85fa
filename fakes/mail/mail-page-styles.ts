export const mailPageStyles = `
.mail { display: grid; grid-template-columns: minmax(300px, 380px) 1fr; height: 100vh; }
.list { display: flex; flex-direction: column; min-height: 0; background: var(--linen); border-right: 1px solid var(--line); }
.list > header { padding: 24px 20px 16px; display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; border-bottom: 1px solid var(--line); }
.title { font-size: 22px; font-weight: 700; } .title a { text-decoration: none; }
.search { display: flex; gap: 8px; }
.search input { flex: 1; min-width: 0; min-height: 44px; padding: 8px 12px; background: var(--paper);
  border: 1px solid var(--edge); border-radius: var(--radius); }
.search input::placeholder { color: #756d64; }
.list ol { flex: 1; overflow-y: auto; }
.list li { border-bottom: 1px solid var(--line); }
.list li a { display: grid; grid-template-columns: 1fr auto; gap: 2px 12px; padding: 13px 20px; text-decoration: none; }
.list li a:hover { background: #efe8de; }
.list li a:focus-visible { outline-offset: -3px; }
.list li a[aria-current] { background: var(--paper); box-shadow: inset 3px 0 var(--accent); }
.to { font-size: 14px; color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.list time { font-size: 13px; white-space: nowrap; }
.subject { grid-column: 1 / -1; font-weight: 550; overflow-wrap: anywhere; }
.list footer { display: flex; gap: 10px; padding: 14px 20px; border-top: 1px solid var(--line); margin-top: auto; }
.list footer form { display: contents; }
.button:disabled { color: var(--soft); cursor: default; background: none; }
.empty { padding: 48px 20px; display: grid; gap: 6px; text-align: center; }
.reader { display: flex; flex-direction: column; min-width: 0; min-height: 0; }
.reader > header { padding: 28px 36px 0; border-bottom: 1px solid var(--line); display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
.reader h1 { font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
.reader dl { display: grid; gap: 2px; font-size: 14px; }
.reader dl div { display: grid; grid-template-columns: 80px 1fr; gap: 12px; }
.reader dt { color: var(--soft); } .reader dd { overflow-wrap: anywhere; }
.views { display: flex; gap: 4px; margin-left: -12px; }
.views a { padding: 10px 12px; text-decoration: none; color: var(--soft); border-bottom: 3px solid transparent; }
.views a:hover { color: var(--ink); }
.views a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
.back { display: none; } .nothing { margin: auto; }
iframe { flex: 1; width: 100%; border: 0; background: var(--paper); min-height: 480px; }
pre { flex: 1; margin: 0; padding: 24px 36px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 14px/1.6 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
pre:focus-visible, .headers:focus-visible { outline-offset: -3px; }
.headers { flex: 1; overflow: auto; padding: 16px 36px 36px; }
table { border-collapse: collapse; font-size: 14px; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere; }
th { font-weight: 550; white-space: nowrap; }
.links { padding: 20px 36px 32px; border-top: 1px solid var(--line); font-size: 14px; max-height: 40%; overflow: auto; }
.links h2 { font-size: 14px; margin-bottom: 6px; } .links li { padding: 4px 0; overflow-wrap: anywhere; }
.missing { max-width: 480px; margin: 15vh auto; padding: 24px; display: grid; gap: 16px; }
@media (max-width: 760px) {
  .mail { display: block; height: auto; }
  .list { border-right: 0; min-height: 100vh; }
  .mail.reading .list, .mail:not(.reading) .reader { display: none; }
  .reader { min-height: 100vh; }
  .reader > header { padding: 16px 20px 0; }
  .back { display: block; } .back a { display: inline-block; padding: 10px 0; }
  pre, .headers, .links { padding-inline: 20px; }
  th { white-space: normal; }
}
`
