-- Effects that were begun under a fence after a greater one had been granted, and accepted.
select 'STALE_EFFECT' as finding, e.namespace, e.name,
       format('effect %s of %s was begun under fence %s after fence %s had been granted', e.effect, e.owner, e.fence,
           min(h.fence)) as detail
  from holdfast.effects e
  join holds h on h.namespace = e.namespace and h.name = e.name and h.fence > e.fence and h.begun < e.begun_at
 where e.begun_at >= :since
 group by e.namespace, e.name, e.effect, e.owner, e.fence
 order by e.namespace, e.name, e.effect
 limit :limit
