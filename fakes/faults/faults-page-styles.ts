export const faultsPageStyles = `
body { background: var(--linen); }
main { max-width: 1080px; margin: 0 auto; padding: 40px 24px 64px; display: grid; gap: 24px; }
h1 { font-size: 28px; line-height: 1.25; } h2 { font-size: 17px; margin-bottom: 14px; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 24px; min-width: 0; }
.forms { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 24px; align-items: start; }
form { display: grid; gap: 14px; justify-items: start; }
form > * { width: 100%; } form > .button:not(.main) { width: auto; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: end; }
.field label { display: block; font-size: 14px; margin-bottom: 4px; }
.field input, .field select { width: 100%; min-height: 44px; padding: 8px 12px; background: var(--paper);
  border: 1px solid var(--edge); border-radius: var(--radius); }
.field input::placeholder { color: #756d64; }
.on, .events { margin-bottom: 16px; }
li { display: flex; justify-content: space-between; align-items: center; gap: 16px; padding: 10px 0;
  border-top: 1px solid var(--line); overflow-wrap: anywhere; }
li form { flex: none; } .events .quiet { font-size: 13px; }
.withheld { display: flex; justify-content: space-between; align-items: center; padding-bottom: 16px; }
`
