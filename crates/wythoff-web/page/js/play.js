export function play(host, p){ return {destroy(){}, repaint(){}} }
