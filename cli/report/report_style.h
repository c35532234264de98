/* report_style.h - the style sheet of all pages; included by page.c only.
 *
 * Colours: Paul Tol's "bright" scheme (safe for colour-blind readers), ordered so that dark and
 * light ones alternate and neighbours differ in grey print too; its light ones are darkened on
 * white paper. On their paper they reach a contrast of 3, letters on them 4.5, in both themes.
 *
 * Pieces, because a C11 compiler need not take a string of more than 4095 characters.
 */
#ifndef CLI_REPORT_STYLE_H
#define CLI_REPORT_STYLE_H

static const char *const report_style[] = {
    /* paper, ink, and the palette */
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1b1f24;--soft:#59636e;--line:#d1d9e0;"
    "--tint:#f5f7f9;--good:#1a7f37;--bad:#b3261e;--none:#8b949e;--on:#fff;"
    "--c0:#4477aa;--c1:#aa9122;--c2:#aa3377;--c3:#369fc6;--c4:#228833;--c5:#ee6677;--c6:#"
    "999999}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--paper:#14181d;--ink:#e8ecf0;"
    "--soft:#a3adb8;--line:#39424c;--tint:#1d232a;--good:#4ac26b;--bad:#ff8a80;--none:#7a838d;-"
    "-on:#000;"
    "--c0:#5b8fc4;--c1:#ccbb44;--c2:#c7609c;--c3:#66ccee;--c4:#3aa04b;--c5:#ee6677;--c6:#"
    "bbbbbb}"
    "}\n",
    /* text */
    "*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}"
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',sans-serif;"
    "overflow-wrap:anywhere}"
    "main{max-width:58rem;margin:0 auto;padding:1.5rem 1rem 3rem}"
    "h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}"
    "h2{font-size:1.2rem;margin:2.5rem 0 .5rem;padding-top:1.25rem;"
    "border-top:1px solid var(--line)}"
    "p{margin:.5rem 0;max-width:46rem}.aside,figcaption,.foot{color:var(--soft);"
    "font-size:.875rem}figcaption{max-width:46rem;margin-top:.5rem}figure{margin:1rem 0 0}\n",
    ".verdict{border-left:.375rem solid var(--good);background:var(--tint);"
    "padding:.75rem 1rem;margin:1rem 0}.verdict.broken{border-color:var(--bad)}"
    ".verdict strong{display:block;font-size:1.125rem;color:var(--good)}"
    ".verdict.broken strong{color:var(--bad)}.verdict p{margin:.25rem 0}"
    ".verdict ul{margin:.25rem 0 0;padding-left:1.25rem}"
    ".tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));"
    "gap:.75rem;margin:1rem 0}"
    ".tiles div{border:1px solid var(--line);border-radius:.375rem;padding:.5rem .75rem}"
    ".tiles dt{font-size:.875rem;color:var(--soft)}"
    ".tiles dd{margin:0;font-size:.875rem;color:var(--soft)}"
    ".tiles dd:nth-of-type(1){font-size:1.5rem;line-height:1.3;color:var(--ink);"
    "font-variant-numeric:tabular-nums}\n",
    /* pictures: the margins hold the labels */
    ".defs{position:absolute}"
    ".chart{display:block;margin:0 8.5rem 0 5rem;width:calc(100% - 13.5rem);"
    "overflow:visible}.chart.mix{margin-right:10.75rem;width:calc(100% - 15.75rem)}"
    ".chart.strip{margin-right:1rem;width:calc(100% - 6rem)}"
    ".plane{display:block;width:100%;aspect-ratio:3/2;border:1px solid var(--line);"
    "border-radius:.375rem}.plane.flat{aspect-ratio:5/2}"
    ".plane.square{aspect-ratio:1;max-width:40rem}"
    ".plot{display:block;width:100%;height:auto;background:#fff}"
    "svg text{font-size:13px;fill:var(--ink);font-variant-numeric:tabular-nums}"
    "svg .end{text-anchor:end}svg .strong{font-weight:700}"
    ".value,.medoid{paint-order:stroke;stroke:var(--paper);stroke-width:4px;"
    "stroke-linejoin:round}.medoid{text-anchor:middle;font-weight:700}"
    "svg .axis{font-size:12px;fill:var(--soft)}\n"
    "svg .middle{text-anchor:middle}svg .in{fill:#000;paint-order:stroke;stroke-width:3px;"
    "stroke-linejoin:round}svg .in-c0,svg .in-c2,svg "
    ".in-c4{fill:var(--on)}.in-c0{stroke:var(--c0)}"
    ".in-c1{stroke:var(--c1)}.in-c2{stroke:var(--c2)}.in-c3{stroke:var(--c3)}"
    ".in-c4{stroke:var(--c4)}.in-c5{stroke:var(--c5)}.in-c6{stroke:var(--c6)}"
    ".in-none{stroke:var(--none)}.narrow{display:none}\n",
    ".c0{fill:var(--c0);color:var(--c0)}.c1{fill:var(--c1);color:var(--c1)}"
    ".c2{fill:var(--c2);color:var(--c2)}.c3{fill:var(--c3);color:var(--c3)}"
    ".c4{fill:var(--c4);color:var(--c4)}.c5{fill:var(--c5);color:var(--c5)}"
    ".c6{fill:var(--c6);color:var(--c6)}.none{fill:var(--none)}"
    ".mix rect{stroke:var(--paper);stroke-width:1px}"
    "rect.broken{fill:url(#hatch);stroke:var(--bad);stroke-width:1.5px}"
    ".mix .outlined{fill:none;stroke:var(--bad);stroke-width:2px}"
    ".hatch-back{fill:var(--paper)}.hatch-line{fill:var(--bad)}"
    ".halo{stroke:var(--paper);stroke-width:4px}"
    ".limit{stroke:var(--ink);stroke-width:1.5px;stroke-dasharray:5 3}"
    ".lane{stroke:var(--line)}.ring{fill:none;stroke:var(--ink);stroke-width:2px}"
    ".p{opacity:.85}.outline{fill:none;stroke:currentColor;stroke-width:1.7px}"
    ".filled{stroke:var(--paper);stroke-width:.6px}\n"
    ".keys{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.5rem 0;"
    "padding:0;font-size:.875rem}.key{vertical-align:-2px;overflow:visible}\n",
    /* tables */
    ".scroll{overflow-x:auto;margin-top:1rem}.scroll:focus{outline:2px solid var(--c0)}"
    "table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums;"
    "overflow-wrap:normal}"
    "th,td{padding:.25rem .5rem;text-align:right;border-bottom:1px solid var(--line);"
    "white-space:nowrap}th[colspan]{text-align:left;border-left:1px solid var(--line)}"
    "thead th{vertical-align:bottom;font-weight:600}tfoot th,tfoot td{font-weight:600}"
    "td.bad{font-weight:700;color:var(--bad)}"
    ".named th:first-child{text-align:left}.named thead th{white-space:normal}a{color:inherit}"
    ".dense thead tr+tr th{writing-mode:vertical-rl;text-align:left;padding:.5rem .25rem}"
    ".made{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.25rem 1rem;"
    "font-size:.875rem}.made dt{color:var(--soft)}.made dd{margin:0}"
    ".served{table-layout:fixed;width:100%;max-width:46rem;margin-top:1rem}"
    ".served th{white-space:normal}.served th,.served td{width:14%}"
    ".served th:first-child{width:22%;text-align:left;overflow-wrap:anywhere}"
    ".served th:nth-child(3){width:17%}.served .bar{width:33%;padding-right:1rem}"
    ".served svg{display:block;width:100%;overflow:visible}"
    "code{font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,'Liberation Mono',monospace}"
    ".command{background:var(--tint);border:1px solid var(--line);border-radius:.375rem;"
    "padding:.5rem .75rem;margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}"
    ".command span{white-space:nowrap}\n",
    /* the groups of a class */
    ".cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:.75rem;"
    "margin-top:1rem}.card{border:1px solid var(--line);border-radius:.375rem;"
    "padding:.5rem .75rem;min-width:0;overflow-wrap:anywhere;break-inside:avoid}.card "
    "h3{margin:0 0 .25rem;font-size:1rem}"
    ".card h3 .aside{float:right;font-weight:400}.card ul{margin:0;padding-left:1.1rem}"
    ".card dl{display:grid;grid-template-columns:max-content 1fr;gap:0 .5rem;margin:.375rem 0 "
    "0;padding-top:.375rem;border-top:1px solid var(--line);font-size:.8125rem}"
    ".card dt{color:var(--soft);max-width:7rem;overflow:hidden;text-overflow:ellipsis;"
    "white-space:nowrap}.card dd{margin:0}"
    ".wish .back{fill:var(--line)}.wishes td:nth-child(2),.wishes "
    "th:nth-child(2){text-align:left}\n",
    /* small screens and paper */
    "@media (max-width:40rem){.wide{display:none}.narrow{display:inline}"
    "svg text{font-size:12px}.chart{margin:0 7.5rem 0 4.5rem;width:calc(100% - 12rem)}"
    ".chart.mix{margin-right:4.75rem;width:calc(100% - 9.25rem)}"
    ".chart.strip{width:calc(100% - 5.5rem)}.plot{min-width:38rem}.served{font-size:.75rem}"
    ".served th,.served td{padding:.25rem;width:18%}.served th:nth-child(2){width:20%}"
    ".served .bar{width:20%}}\n"
    "@media print{body{font-size:10pt}main{max-width:none;padding:0}"
    "h2{break-after:avoid;margin:1.25rem 0 .25rem;padding-top:.75rem}"
    "p,figure,.verdict,.tiles,.served,.command,tr{break-inside:avoid}"
    "section>p:not(:last-child){break-after:avoid}"
    ".served,.scroll,.command{break-before:avoid}.plane.square{max-width:27rem}"
    ".scroll{overflow:visible;margin-top:.5rem}table{font-size:8pt}"
    ".dense{font-size:6.5pt}.dense th,.dense td{padding:.125rem .2rem}"
    "tfoot{display:table-row-group;break-before:avoid}.named{break-inside:avoid}.plot{min-"
    "width:0}"
    ".cards{grid-template-columns:repeat(3,minmax(0,1fr));gap:.4rem}"
    ".card{order:var(--n);font-size:9pt;padding:.3rem .5rem}.card dl{font-size:7.5pt}}\n",
};

#endif
