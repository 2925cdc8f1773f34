// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/inspector.h"

#include "app/gui/document.h"
#include "app/gui/fit_note.h"
#include "app/gui/panels.h"
#include "core/plan/memory_fit.h"
#include "widgets/base/palette.h"
#include "widgets/base/translate.h"
#include "widgets/mapping/attribution_bar.h"
#include "widgets/plots/roofline_chart.h"
#include "widgets/tables/figure_grid.h"
#include "widgets/tables/figure_text.h"
#include "widgets/tables/operator_text.h"

#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace nestwright::gui {

namespace {

using report::NumberStyle;

QString seconds(double value) { return figureText(value, NumberStyle::seconds); }
QString percent(std::optional<double> value) { return figureText(value, NumberStyle::percent); }
QString bytes(double value) { return figureText(value, NumberStyle::bytes); }
/// A long name may break behind its separators; none of them is wide enough to widen the panel.
QString breakable(const QString& name) {
    constexpr qsizetype kLongName = 36;
    if (name.size() <= kLongName) return name;
    QString text;
    for (const auto letter : name) {
        text += letter;
        if (QStringLiteral("./_:-").contains(letter)) text += QChar(0x200b);
    }
    return text;
}

QString pathName(const TimePath& path) {
    if (path.kind == "blocked") return Inspector::tr("Blocked: %1").arg(QString::fromStdString(path.where));
    if (path.kind == "fill") return Inspector::tr("Fill: %1").arg(QString::fromStdString(path.where));
    if (path.kind == "drain") return Inspector::tr("Drain: %1").arg(QString::fromStdString(path.where));
    if (path.kind == "launch") return Inspector::tr("Kernel launch");
    return QString::fromStdString(path.where.empty() ? path.kind : path.kind + ": " + path.where);
}

QString pathMeaning(const TimePath& path) {
    if (path.kind == "blocked") {
        return Inspector::tr("Compute waits for this port between the first and the last multiply-add");
    }
    if (path.kind == "fill") return Inspector::tr("The first tiles on their way in, before the first multiply-add");
    if (path.kind == "drain") return Inspector::tr("The last results on their way out, after the last multiply-add");
    if (path.kind == "launch") return Inspector::tr("The device's overhead for every kernel that it starts");
    return Inspector::tr("Time in which compute waits for this");
}

} // namespace

Inspector::Inspector(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document) {
    setObjectName(QStringLiteral("inspector"));
    setAccessibleName(tr("Inspector"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setProperty("isPage", true); // has a frame while it has the focus
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(16, 8, 16, 16);
    column->setSpacing(6);
    const auto add = [column](auto* widget) {
        column->addWidget(widget);
        return widget;
    };

    m_name = add(makeText(QStringLiteral("inspectorName"), content));
    m_name->setProperty("isMuted", true);
    m_title = add(makeText(QStringLiteral("inspectorTitle"), content));
    auto font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.25);
    font.setBold(true);
    m_title->setFont(font);
    m_dims = add(makeText(QStringLiteral("inspectorDims"), content));
    m_dims->setProperty("isMuted", true);
    m_fit = add(makeText(QStringLiteral("inspectorFit"), content));
    m_fit->setProperty("isMisfit", true);
    m_unbound = add(makeText(QStringLiteral("inspectorUnbound"), content));
    m_unbound->setTextFormat(Qt::RichText);
    m_unbound->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_unbound->setToolTip(tr("The model leaves these open; the Setup panel has a field for each"));
    connect(m_unbound, &QLabel::linkActivated, this, &Inspector::setupWanted);
    // A word that is wider than the panel is cut; it would push all else out of sight.
    for (auto* label : {m_name, m_title, m_dims}) label->setMinimumWidth(1);

    m_time = add(new QWidget(content));
    auto* timeColumn = new QVBoxLayout(m_time);
    timeColumn->setContentsMargins(0, 0, 0, 0);
    timeColumn->setSpacing(6);
    timeColumn->addWidget(makeCaption(tr("Time"), m_time));
    m_timeText = makeText(QStringLiteral("inspectorTime"), m_time);
    m_timeText->setToolTip(tr("Predicted time over all repeats, kernel launch included"));
    timeColumn->addWidget(m_timeText);
    m_bar = new AttributionBar(m_time);
    m_bar->setObjectName(QStringLiteral("inspectorAttribution"));
    timeColumn->addWidget(m_bar);
    m_barText = makeText(QStringLiteral("inspectorAttributionText"), m_time);
    m_barText->setProperty("isMuted", true);
    timeColumn->addWidget(m_barText);

    m_bottleneckCaption = add(makeCaption(tr("Bottleneck"), content));
    m_bottleneck = add(makeText(QStringLiteral("inspectorBottleneck"), content));
    m_bottleneck->setTextFormat(Qt::RichText);
    m_bottleneck->setToolTip(tr("What consumed the time first, the path that proves it, and how far it is ahead"));
    m_mappingLink = add(makeText(QStringLiteral("inspectorMappingLink"), content));
    m_mappingLink->setTextFormat(Qt::RichText);
    m_mappingLink->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_mappingLink->setText(QStringLiteral("<a href=\"#\" style=\"text-decoration:none\">%1</a>")
                               .arg(tr("Open in Mapping").toHtmlEscaped() + QStringLiteral(" \u2192")));
    connect(m_mappingLink, &QLabel::linkActivated, this, &Inspector::mappingWanted);

    m_changesCaption = add(makeCaption(tr("One change, and what it saves"), content));
    m_changes = add(new FigureGrid(content));
    m_changes->setObjectName(QStringLiteral("inspectorChanges"));

    m_figuresCaption = add(makeCaption(tr("Figures"), content));
    m_figures = add(new FigureGrid(content));
    m_figures->setObjectName(QStringLiteral("inspectorFigures"));
    m_termsCaption = add(makeCaption(tr("Time, term by term"), content));
    m_terms = add(new FigureGrid(content));
    m_terms->setObjectName(QStringLiteral("inspectorTerms"));
    m_portsCaption = add(makeCaption(tr("Ports: load against the compute time"), content));
    m_ports = add(new FigureGrid(content));
    m_ports->setObjectName(QStringLiteral("inspectorPorts"));
    m_layerTypesCaption = add(makeCaption(tr("By layer type"), content));
    m_layerTypes = add(new FigureGrid(content));
    m_layerTypes->setObjectName(QStringLiteral("inspectorLayerTypes"));
    m_nestCaption = add(makeCaption(tr("Loop nest"), content));
    m_nest = add(makeListing(QStringLiteral("inspectorNest"), content));
    m_nest->setAccessibleName(tr("Loop nest of the mapping"));
    m_attributesCaption = add(makeCaption(tr("Tensors and attributes"), content));
    m_attributes = add(new FigureGrid(content));
    m_attributes->setObjectName(QStringLiteral("inspectorAttributes"));
    column->addStretch();
    setWidget(content);

    connect(&document, &Document::rowsChanged, this, &Inspector::refresh);
    connect(&document, &Document::selectionChanged, this, &Inspector::refresh);
    refresh();
}

void Inspector::setSection(QWidget* caption, QWidget* content, bool isShown) {
    caption->setVisible(isShown);
    content->setVisible(isShown);
}

void Inspector::refresh() {
    const auto& model = m_document.model();
    const bool hasOperator = model && m_document.selected() >= 0 &&
                             static_cast<std::size_t>(m_document.selected()) < model->graph->operators.size();
    if (hasOperator) {
        showOperator();
    } else {
        showModel();
    }
    const auto misfit = misfitText(m_document, static_cast<std::size_t>(std::max(0, m_document.current())));
    m_fit->setText(QStringLiteral("\u2716 ") + misfit);
    m_fit->setVisible(!misfit.isEmpty());
    showUnbound();
    showTime();
    showBottleneck();
    showChanges();
    showFigures();
    showPorts();
    showTerms();
    showMapping();
    showLayerTypes();
    showAttributes();
}

/// A model of open shapes is planned at 1 of each that nobody gave.
void Inspector::showUnbound() {
    QStringList names;
    if (const auto& model = m_document.model()) {
        for (const auto& warning : model->warnings) {
            if (warning.code != "unbound_symbol" || warning.message.arguments.empty()) continue;
            names << QString::fromStdString(argumentText(warning.message.arguments.front()));
        }
    }
    m_unbound->setVisible(!names.isEmpty());
    if (names.isEmpty()) return;
    m_unbound->setText(QStringLiteral("\u26a0 %1 <a href=\"#\" style=\"text-decoration:none\">%2</a>")
                           .arg(tr("No value is given for %1, so the model is planned at 1.")
                                    .arg(names.join(QStringLiteral(", ")))
                                    .toHtmlEscaped(),
                                tr("Set it in Setup").toHtmlEscaped() + QStringLiteral(" \u2192")));
}

void Inspector::showModel() {
    const auto& model = m_document.model();
    m_name->setText(model ? breakable(m_document.title()) : QString());
    m_name->setToolTip({});
    m_title->setText(model ? QString::fromStdString(model->graph->name) : tr("Nothing is open"));
    if (!model) {
        m_dims->setText(tr("Open a model, or start with one of the samples."));
        return;
    }
    double macs = 0;
    for (const auto& work : model->works) macs += static_cast<double>(work.macs.value_or(0));
    const auto si = [](double value) { return siText(value, QString()).trimmed(); };
    m_dims->setText(tr("%n operator(s)", nullptr, static_cast<int>(model->graph->operators.size())) +
                    QStringLiteral(" \u00b7 ") + tr("%1 MACs").arg(si(macs)) + QStringLiteral(" \u00b7 ") +
                    tr("%1 parameters").arg(si(static_cast<double>(model->graph->parameters()))) + QLatin1Char('\n') +
                    tr("Select an operator to see where its time goes."));
}

void Inspector::showOperator() {
    const auto& row = m_document.rows()[static_cast<std::size_t>(m_document.selected())];
    const auto& work = m_document.model()->works[static_cast<std::size_t>(row.id)];
    m_name->setText(breakable(row.name));
    m_name->setToolTip(row.name);
    m_title->setText(row.title);
    auto text = translated(titleOf(row.layerType));
    const auto dims = dimsText(work);
    if (!dims.isEmpty()) text += QStringLiteral(" \u00b7 ") + dims;
    if (row.identicalCount > 1) {
        text += QStringLiteral(" \u00b7 ") + tr("same shape as %n other(s)", nullptr, row.identicalCount - 1);
    }
    // A line ends with the dot, none begins with it.
    m_dims->setText(text.replace(QStringLiteral(" \u00b7 "), QStringLiteral("\u00a0\u00b7 ")));
}

void Inspector::showTime() {
    const auto plan = m_document.currentPlan();
    const auto* planned = m_document.selectedPlanned();
    const bool isOperator = m_document.selected() >= 0;
    m_time->setVisible(plan && (!isOperator || planned != nullptr));
    if (!m_time->isVisibleTo(this)) return;
    const auto& attribution = isOperator ? planned->attribution : plan->totals.attribution;
    const double total = plan->totals.latencySeconds.p50;
    if (isOperator) {
        auto text =
            tr("%1, %2 of the model").arg(seconds(planned->seconds), percent(total > 0 ? planned->seconds / total : 0));
        const auto alike = sharesOfShape();
        if (alike.count > 1) {
            text += QStringLiteral(" \u00b7 ") +
                    tr("all %1 of this shape: %2").arg(countText(alike.count), percent(alike.share));
        }
        m_timeText->setText(text);
    } else {
        m_timeText->setText(tr("%1 on %2").arg(seconds(total), m_document.label(plan->accelerator)));
    }
    m_bar->setAttribution(attribution);
    m_barText->setText(AttributionBar::describe(attribution));
}

Inspector::Alike Inspector::sharesOfShape() const {
    const auto& rows = m_document.rows();
    const auto& selected = rows[static_cast<std::size_t>(m_document.selected())];
    Alike alike;
    if (selected.identicalCount <= 1) return alike;
    for (const auto& row : rows) {
        if (row.firstOfShape != selected.firstOfShape) continue;
        ++alike.count;
        alike.share += row.share;
    }
    return alike;
}

void Inspector::showBottleneck() {
    const auto* planned = m_document.selectedPlanned();
    setSection(m_bottleneckCaption, m_bottleneck, planned != nullptr && planned->seconds > 0);
    m_mappingLink->setVisible(planned != nullptr && planned->mappings && !planned->mappings->empty());
    if (planned == nullptr) return;
    const auto& bottleneck = planned->bottleneck;
    const auto theme = themeOf(palette());
    const auto heading =
        QString::fromStdString(bottleneck.where).isEmpty()
            ? translated(titleOf(bottleneck.kind))
            : tr("%1, %2").arg(translated(titleOf(bottleneck.kind)), QString::fromStdString(bottleneck.where));
    // Where the explanation names the runner-up too, the margin is said once.
    const auto explanation = translated(bottleneck.explanation);
    const auto runnerUp = QString::fromStdString(bottleneck.runnerUp);
    const bool isSaid = runnerUp.isEmpty() || explanation.contains(runnerUp);
    const auto lead =
        bottleneck.margin > 0 && !isSaid ? tr("%1 ahead of %2.").arg(percent(bottleneck.margin), runnerUp) : QString();
    m_bottleneck->setText(QStringLiteral("<span style=\"color:%1\">%2</span> <b>%3.</b> %4 %5")
                              .arg(bottleneckColor(bottleneck.kind, theme).name(), bottleneckGlyph(bottleneck.kind),
                                   heading.toHtmlEscaped(), lead.toHtmlEscaped(), explanation.toHtmlEscaped()));
}

std::vector<Inspector::FigureRow> Inspector::operatorFigures() const {
    const auto& planned = *m_document.selectedPlanned();
    std::vector<FigureRow> rows{
        {tr("MFU"), percent(planned.mfu), mfuMeaning()},
        {tr("Memory-stall fraction"), percent(planned.memoryStallFraction), stallMeaning()},
        {tr("Energy"), figureText(planned.energyJ, NumberStyle::energy),
         tr("Accesses, multiply-adds, network hops and leakage")},
        {tr("Multiply-adds"), planned.macs > 0 ? countText(planned.macs) : QStringLiteral("\u2014"),
         tr("Padding does not lower the count")},
        {tr("Device memory moved"), bytes(planned.deviceMemoryBytes), tr("Bytes read from and written to it")}};
    if (planned.flops <= 0 || planned.deviceMemoryBytes <= 0 || planned.seconds <= 0) return rows;
    const double intensity = planned.flops / planned.deviceMemoryBytes;
    const double rate = planned.flops / planned.seconds;
    const auto roofs = roofsOf(*m_document.currentAccelerator(), m_document.currentPlan()->format);
    const double roof = roofs.attainable(intensity);
    rows.push_back({tr("Operations a byte"), figureText(intensity, NumberStyle::real),
                    tr("Intensity: operations over the bytes moved to and from device memory")});
    rows.push_back({tr("Throughput reached"), siText(rate, QStringLiteral("FLOP/s")),
                    tr("Operations over the predicted time, launch included")});
    if (roof > 0) {
        rows.push_back({tr("Share of its roof"), percent(rate / roof),
                        tr("Against %1, what compute and device memory allow at this intensity")
                            .arg(siText(roof, QStringLiteral("FLOP/s")))});
    }
    return rows;
}

std::vector<Inspector::FigureRow> Inspector::modelFigures() const {
    const auto& totals = m_document.currentPlan()->totals;
    std::vector<FigureRow> rows{
        {tr("Latency p50"), seconds(totals.latencySeconds.p50), tr("One pass through the model, without load")}};
    const bool hasTails = totals.latencySeconds.p95 && totals.latencySeconds.p99;
    rows.push_back(
        {tr("Latency p95, p99"),
         hasTails ? seconds(*totals.latencySeconds.p95) + QStringLiteral(", ") + seconds(*totals.latencySeconds.p99)
                  : tr("not modelled"),
         tr("Under load; needs a model of the load and its queue")});
    if (totals.throughputPerSecond) {
        rows.push_back({tr("Throughput"), rateText(totals.throughputPerSecond, countedOf(totals.throughputUnit)),
                        tr("Samples, or tokens of a decode step, in a second")});
    }
    rows.push_back({tr("MFU"), percent(totals.mfu), mfuMeaning()});
    rows.push_back({tr("Memory-stall fraction"), percent(totals.memoryStallFraction), stallMeaning()});
    rows.push_back(
        {tr("Energy"), figureText(totals.energyJ, NumberStyle::energy), tr("Of one pass through the model")});
    rows.push_back({tr("Power"), figureText(totals.powerW, NumberStyle::power), tr("Energy over latency")});
    rows.push_back({tr("Device memory needed"), bytes(totals.deviceMemoryBytes),
                    tr("Weights, caches and the largest live set of activations")});
    const auto fit = memoryFitOf(totals, *m_document.currentAccelerator());
    rows.push_back({tr("Fits"),
                    fit == MemoryFit::unknown ? tr("not known")
                    : fit == MemoryFit::fits  ? tr("yes")
                                              : tr("no, %1 short").arg(bytes(totals.memoryExcessBytes)),
                    tr("Whether the device's memory holds the model")});
    return rows;
}

void Inspector::showFigures() {
    std::vector<FigureGrid::Row> rows;
    const bool isOperator = m_document.selectedPlanned() != nullptr;
    const bool isModel = m_document.currentPlan() != nullptr && m_document.selected() < 0;
    if (isOperator || isModel) {
        for (const auto& row : isOperator ? operatorFigures() : modelFigures()) {
            rows.push_back({{row.name, row.value}, row.toolTip});
        }
    }
    m_figures->setContent({}, rows);
    setSection(m_figuresCaption, m_figures, !rows.empty());
}

/// Changes of the accelerator that shorten the time most, of the operator or of the whole model.
void Inspector::showChanges() {
    constexpr std::size_t kShown = 4;
    std::vector<FigureGrid::Row> rows;
    const auto* planned = m_document.selectedPlanned();
    const bool isModel = m_document.currentPlan() != nullptr && m_document.selected() < 0;
    if (planned != nullptr || isModel) {
        const auto& totals = m_document.currentPlan()->totals;
        const double total = isModel ? totals.attribution.total() : planned->seconds;
        for (const auto& change : isModel ? totals.changes : planned->changes) {
            if (rows.size() == kShown || total <= 0) break;
            rows.push_back({{translated(titleOf(change)), percent(change.savedCycles / total)},
                            tr("Saves %1 of %2, with every mapping and everything else as they are")
                                .arg(seconds(change.savedCycles), seconds(total))});
        }
    }
    m_changes->setContent({}, rows);
    setSection(m_changesCaption, m_changes, !rows.empty());
}

/// Load of every port under the mapping of the operator's first part.
void Inspector::showPorts() {
    std::vector<FigureGrid::Row> rows;
    const auto* planned = m_document.selectedPlanned();
    if (planned != nullptr && planned->mappings && !planned->mappings->empty()) {
        const auto& cost = planned->mappings->front().cost;
        const double computeCycles = cost.attribution.computing();
        for (const auto& level : cost.levels) {
            for (const auto& port : level.ports) {
                if (port.busyCycles <= 0 || computeCycles <= 0) continue;
                rows.push_back({{QString::fromStdString(port.name), percent(port.busyCycles / computeCycles)},
                                tr("Busy %1 cycles against %2 compute cycles; above 100 % it blocks")
                                    .arg(countText(port.busyCycles), countText(computeCycles))});
            }
        }
    }
    m_ports->setContent({}, rows);
    setSection(m_portsCaption, m_ports, !rows.empty());
}

void Inspector::showTerms() {
    std::vector<FigureGrid::Row> rows;
    const auto* planned = m_document.selectedPlanned();
    if (planned != nullptr && planned->seconds > 0) {
        const double total = planned->seconds;
        const auto add = [&](const QString& name, double value, const QString& meaning) {
            if (value > 0) rows.push_back({{name, seconds(value), percent(value / total)}, meaning});
        };
        add(tr("Useful"), planned->attribution.useful, AttributionBar::usefulMeaning());
        add(tr("Diluted"), planned->attribution.diluted, AttributionBar::dilutedMeaning());
        for (const auto& path : planned->paths) add(pathName(path), path.cycles, pathMeaning(path));
        add(tr("Sum"), total, tr("The predicted time: all terms above together"));
    }
    m_terms->setContent({}, rows);
    setSection(m_termsCaption, m_terms, !rows.empty());
}

void Inspector::showMapping() {
    const auto* planned = m_document.selectedPlanned();
    const auto* accelerator = m_document.currentAccelerator();
    const bool hasMapping =
        planned != nullptr && accelerator != nullptr && planned->mappings && !planned->mappings->empty();
    setSection(m_nestCaption, m_nest, hasMapping);
    if (!hasMapping) return;
    const auto& first = planned->mappings->front();
    fitListing(m_nest, QString::fromStdString(describeNest(first.problem, *accelerator, first.mapping)).trimmed(), 16);
}

void Inspector::showLayerTypes() {
    const auto plan = m_document.currentPlan();
    const auto anchors = mfuMeaning() + QLatin1Char('\n') + stallMeaning();
    std::vector<FigureGrid::Row> rows;
    if (plan) {
        for (const auto& summary : plan->byLayerType) {
            rows.push_back({{translated(titleOf(summary.layerType)), percent(summary.share), percent(summary.mfu),
                             percent(summary.memoryStallFraction)},
                            tr("%n operator(s), %1", nullptr, summary.operators).arg(seconds(summary.seconds)) +
                                QLatin1Char('\n') + anchors});
        }
    }
    m_layerTypes->setContent({tr("Layer type"), tr("Time"), tr("MFU"), tr("Stall")}, rows, anchors);
    setSection(m_layerTypesCaption, m_layerTypes, !rows.empty());
}

void Inspector::showAttributes() {
    std::vector<FigureGrid::Row> rows;
    const auto& model = m_document.model();
    if (model && m_document.selected() >= 0) {
        const auto& graph = *model->graph;
        const auto& op = graph.operators[static_cast<std::size_t>(m_document.selected())];
        const auto addTensors = [&](const std::vector<TensorId>& tensors, bool isInput) {
            for (const auto id : tensors) {
                const auto* tensor = graph.tensor(id);
                if (tensor == nullptr) continue;
                const auto kind = !isInput                             ? tr("Output")
                                  : tensor->role == TensorRole::weight ? tr("Weight")
                                  : tensor->role == TensorRole::cache  ? tr("Cache")
                                                                       : tr("Input");
                rows.push_back({{kind, tensorText(*tensor)},
                                QString::fromStdString(tensor->name) + QLatin1Char('\n') + tensorText(*tensor)});
            }
        };
        addTensors(op.inputs, true);
        addTensors(op.outputs, false);
        for (const auto& [key, value] : op.attributes) {
            const auto text = attributeText(value);
            rows.push_back(
                {{QString::fromStdString(key), text}, QString::fromStdString(key) + QStringLiteral(": ") + text});
        }
    }
    m_attributes->setContent({}, rows);
    setSection(m_attributesCaption, m_attributes, !rows.empty());
}

void Inspector::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    // Not at once: Qt walks over the widgets that this replaces.
    if (event->type() == QEvent::PaletteChange) {
        QMetaObject::invokeMethod(this, &Inspector::refresh, Qt::QueuedConnection);
    }
}

} // namespace nestwright::gui
