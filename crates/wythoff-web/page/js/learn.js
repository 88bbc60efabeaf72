export function learn(host, p){ return {destroy(){}, repaint(){}} }
