export const paymentPageStyles = `
.split { display: grid; grid-template-columns: 1fr 1fr; min-height: 100vh; }
.order { background: var(--linen); border-right: 1px solid var(--line); display: flex; justify-content: flex-end; }
.payment { display: flex; justify-content: flex-start; }
.inner { width: 100%; max-width: 520px; padding: 48px 56px 64px; }
.order .inner { position: sticky; top: 0; align-self: start; }
.order header { display: flex; justify-content: space-between; align-items: center; gap: 16px; margin-bottom: 40px;
  flex-wrap: wrap; }
.provider { display: flex; align-items: center; gap: 10px; font-weight: 600; }
.mark { width: 18px; height: 18px; border-radius: 5px; background: linear-gradient(135deg, var(--accent) 50%, #b09a80 50%); }
.badge { border: 1px solid var(--edge); border-radius: 99px; padding: 0 9px; font-size: 12px; font-weight: 500;
  color: var(--soft); }
.back { font-size: 14px; min-height: 24px; }
.total { font-size: 38px; font-weight: 600; letter-spacing: -.015em; line-height: 1.2; font-variant-numeric: tabular-nums;
  margin: 2px 0 32px; }
.lines li { display: grid; grid-template-columns: 48px 1fr auto; gap: 16px; padding: 0 0 20px; }
.lines img, .lines .image { width: 48px; height: 48px; object-fit: contain; border: 1px solid var(--line);
  border-radius: var(--radius); background: var(--paper); }
.lines .image { display: grid; place-items: center; color: var(--edge); }
.lines > li > p, dd { font-variant-numeric: tabular-nums; }
.sums { border-top: 1px solid var(--line); margin-left: 64px; }
.sums > div { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; }
.sums .due { border-top: 1px solid var(--line); margin-top: 6px; padding-top: 16px; font-weight: 600; }
.shipto { margin: 28px 0 0 64px; font-size: 14px; }
.shipto h2 { font-size: 14px; }
.demo { margin-top: 48px; font-size: 13px; color: var(--soft); max-width: 44ch; }
form.fields { display: grid; gap: 24px; }
.notice { margin-bottom: 24px; }
.notice ul { margin-top: 6px; display: grid; gap: 4px; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; gap: 12px; }
legend { font-size: 17px; font-weight: 600; padding: 0; margin-bottom: 12px; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 12px; align-items: start; }
.field label:not(.tick) { display: block; font-size: 14px; margin-bottom: 4px; }
.field input:not([type=checkbox]), .field select { width: 100%; min-height: 44px; padding: 8px 12px; background: var(--paper);
  border: 1px solid var(--edge); border-radius: var(--radius); }
.field input::placeholder { color: #756d64; }
.field.wrong input:not([type=checkbox]), .field.wrong select { border-color: var(--wrong); box-shadow: 0 0 0 1px var(--wrong); }
.error { color: var(--wrong); font-size: 14px; margin-top: 4px; }
.prefilled { display: flex; gap: 16px; align-items: baseline; padding: 11px 14px; border: 1px solid var(--line);
  border-radius: var(--radius); overflow-wrap: anywhere; }
.prefilled .quiet { flex: none; }
.methods { border: 1px solid var(--edge); border-radius: var(--radius); }
.methods label { display: grid; grid-template-columns: auto 1fr auto; gap: 12px; padding: 12px 14px; cursor: pointer;
  align-items: baseline; }
.methods label + label { border-top: 1px solid var(--line); }
.methods label:has(:checked) { background: var(--linen); }
input[type=radio], input[type=checkbox] { accent-color: var(--accent); width: 18px; height: 18px; margin: 0;
  transform: translateY(3px); }
.tick { display: grid; grid-template-columns: auto 1fr; gap: 12px; }
.pay { width: 100%; min-height: 50px; }
.testcards { border-top: 1px solid var(--line); padding-top: 24px; margin-top: 8px; }
.testcards h2 { font-size: 15px; }
.testcards ul { margin-top: 12px; border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.testcards li + li { border-top: 1px solid var(--line); }
.testcards button { display: flex; justify-content: space-between; align-items: baseline; gap: 8px; width: 100%;
  min-height: 44px; padding: 9px 14px; font-size: 15px; border: 0; background: none; text-align: left; cursor: pointer; }
.testcards button:hover { background: var(--linen); }
.testcards button:focus-visible { outline-offset: -3px; }
.testcards button .quiet { font-size: 13px; text-align: right; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
@media (max-width: 860px) {
  .split { grid-template-columns: 1fr; }
  .order { border-right: 0; border-bottom: 1px solid var(--line); justify-content: center; }
  .payment { justify-content: center; }
  .inner { padding: 24px 20px 32px; }
  .order header { margin-bottom: 24px; }
  .total { font-size: 32px; margin-bottom: 20px; }
  .order .inner { position: static; }
  .sums, .shipto { margin-left: 0; }
  .demo { margin-top: 24px; }
}
`
